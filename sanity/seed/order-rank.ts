/** First LexoRank (base 36) of the Studio's ordering plugin. */
const FIRST = Number.parseInt('100000', 36)
const STEP = 8

/** Returns a rank in the format of @sanity/orderable-document-list. */
export function orderRank(position: number): string {
  return `0|${(FIRST + (position + 1) * STEP).toString(36)}:`
}
