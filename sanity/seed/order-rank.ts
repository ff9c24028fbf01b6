/** First LexoRank (base 36) of the Studio's ordering plugin. */
const FIRST_RANK = Number.parseInt('100000', 36)
const RANK_STEP = 8

/** Returns a rank in the format of @sanity/orderable-document-list. */
export function buildOrderRank(position: number): string {
  return `0|${(FIRST_RANK + (position + 1) * RANK_STEP).toString(36)}:`
}
