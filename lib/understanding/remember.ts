/** Results that are kept: the rules read each line of a conversation again after every other line. */
const MAX_KEPT = 2_000

/** A function of a text that remembers its latest results. */
export function remember<Result>(compute: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, Result>()
  return (text) => {
    if (!kept.has(text)) {
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(text, compute(text))
    }
    return kept.get(text) as Result
  }
}
