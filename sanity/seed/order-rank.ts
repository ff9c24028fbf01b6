/** LexoRank (base 36) as the Studio's ordering plugin generates it. */
const FIRST = Number.parseInt('100000', 36)
const STEP = 8

/** In the format of @sanity/orderable-document-list. */
export function orderRank(position: number): string {
  return `0|${(FIRST + (position + 1) * STEP).toString(36)}:`
}
