/** Id of a heading without letters or digits. It does not collide with other ids of the page. */
const FALLBACK = 'section'

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

export function headingIds(headings: string[]): string[] {
  const taken = new Set(['content'])
  return headings.map((text) => unused(slugOf(text), taken))
}
