/** Id of a heading that contains no letters or digits. It does not collide with other ids of the page. */
const FALLBACK_ID = 'section'

const toSlug = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || FALLBACK_ID

function reserveId(id: string, usedIds: Set<string>): string {
  let candidate = id
  for (let count = 2; usedIds.has(candidate); count++) candidate = `${id}-${count}`
  usedIds.add(candidate)
  return candidate
}

export function buildHeadingIds(headings: string[]): string[] {
  const usedIds = new Set(['content'])
  return headings.map((text) => reserveId(toSlug(text), usedIds))
}
