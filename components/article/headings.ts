import { toPlainText } from '@portabletext/react'
import { stegaClean } from 'next-sanity'
import { headingIds } from '@/lib/heading-ids.ts'

/** The members of an `articleBody` as the query fragment of that name selects them. */
export type ArticleValue = { _type: string; _key: string }[]

/** A heading of an article: its fragment identifier, its words, and its place in the outline. */
export type Heading = { key: string; id: string; text: string; level: 2 | 3 | 4 }

const LEVELS = new Map<string, Heading['level']>([
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
])

/** The headings of an article in order, each with an id that no other heading of it has. Empty headings are none. */
export function articleHeadings(value: ArticleValue | null | undefined): Heading[] {
  const headings = (value ?? []).flatMap((block) => {
    const level = 'style' in block ? LEVELS.get(stegaClean(String(block.style))) : undefined
    if (block._type !== 'block' || !level) return []
    const text = stegaClean(toPlainText(block as Parameters<typeof toPlainText>[0])).trim()
    return text ? [{ key: block._key, text, level }] : []
  })
  const ids = headingIds(headings.map(({ text }) => text))
  return headings.map((heading, index) => ({ ...heading, id: ids[index] ?? '' }))
}
