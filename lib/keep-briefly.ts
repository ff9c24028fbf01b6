/**
 * What `work` gives, for some time: however many ask, it is done at most once in that time, and never twice at once.
 * A failure is kept as well.
 */
export function keepBriefly<Result>(
  work: () => Promise<Result>,
  milliseconds: number,
  clock: () => number = () => performance.now(),
): () => Promise<Result> {
  let kept: { result: Promise<Result>; settledAt: number | undefined } | undefined
  return () => {
    if (kept && (kept.settledAt === undefined || clock() - kept.settledAt < milliseconds)) return kept.result
    const own: typeof kept = { result: work(), settledAt: undefined }
    const settle = () => {
      own.settledAt = clock()
    }
    own.result.then(settle, settle)
    kept = own
    return own.result
  }
}
