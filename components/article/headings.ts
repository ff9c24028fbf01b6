import { toPlainText } from '@portabletext/react'
import { stegaClean } from 'next-sanity'

/** The members of an `articleBody` as the query fragment of that name selects them. */
export type ArticleValue = { _type: string; _key: string }[]

/** A heading of an article: its fragment identifier, its words, and its place in the outline. */
export type Heading = { key: string; id: string; text: string; level: 2 | 3 | 4 }

const LEVELS = new Map<string, Heading['level']>([
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
])

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

/** The headings of an article in order, each with an id that no other heading of it has. Empty headings are none. */
export function articleHeadings(value: ArticleValue | null | undefined): Heading[] {
  const taken = new Set(['content'])
  const headings: Heading[] = []
  for (const block of value ?? []) {
    const level = 'style' in block ? LEVELS.get(stegaClean(String(block.style))) : undefined
    if (block._type !== 'block' || !level) continue
    const text = stegaClean(toPlainText(block as Parameters<typeof toPlainText>[0])).trim()
    if (text) headings.push({ key: block._key, id: unused(slugOf(text), taken), text, level })
  }
  return headings
}
