/**
 * Returns the result of `work`, or of `late` after the deadline. Does not cancel `work`; use `AbortSignal.timeout`
 * where possible.
 */
export function withDeadline<Result, Late>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Late,
): Promise<Result | Late> {
  const { promise: expired, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, milliseconds))
  return Promise.race([work, expired.then(late)]).finally(() => clearTimeout(timer))
}
