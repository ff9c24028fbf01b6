/**
 * What `work` gives, or, when that takes longer, what `late` gives or throws. The work goes on: it is only not waited for
 * any more, so that what takes a signal should get `AbortSignal.timeout` instead.
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
