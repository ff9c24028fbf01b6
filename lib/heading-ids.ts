/** Ids of the page's own parts start with other words. */
const FALLBACK = 'section'

/** Letters and digits of any script, joined by hyphens. */
const slugOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || FALLBACK

function unused(id: string, taken: Set<string>): string {
  let candidate = id
  for (let count = 2; taken.has(candidate); count++) candidate = `${id}-${count}`
  taken.add(candidate)
  return candidate
}

/** Fragment identifiers of the headings of an article, in their order, each another one. */
export function headingIds(headings: string[]): string[] {
  const taken = new Set(['content'])
  return headings.map((text) => unused(slugOf(text), taken))
}
