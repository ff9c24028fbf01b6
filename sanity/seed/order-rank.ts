/** First rank the Studio's ordering plugin would give, and its distance to the next: LexoRank counts in base 36. */
const FIRST = Number.parseInt('100000', 36)
const STEP = 8

/** Rank of a document by its position in a list, in the form @sanity/orderable-document-list sorts and extends. */
export function orderRank(position: number): string {
  return `0|${(FIRST + (position + 1) * STEP).toString(36)}:`
}
