/**
 * Returns the result of `work`, or of `onTimeout` after the deadline. Does not cancel `work`; use `AbortSignal.timeout`
 * where possible.
 */
export function withDeadline<Result, Late>(
  work: Promise<Result>,
  milliseconds: number,
  onTimeout: () => Late,
): Promise<Result | Late> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, milliseconds))
  return Promise.race([work, timeout.then(onTimeout)]).finally(() => clearTimeout(timer))
}
