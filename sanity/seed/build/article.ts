import type { ArticleBody, Insert } from '../types.ts'
import { keyed } from './keyed.ts'
import { prose, textBlock } from './prose.ts'

/** The body of an article: paragraphs as in {@link prose}, with tables, callouts and code between them. */
export function article(...parts: (string | Insert)[]): ArticleBody {
  return keyed<Omit<ArticleBody[number], '_key'>>(
    parts.map((part) => (typeof part === 'string' ? textBlock(part) : part)),
    'block',
  ) as ArticleBody
}

/** The first row names the columns. */
export const table = (caption: string, ...rows: string[][]): Insert => ({
  _type: 'table',
  caption,
  rows: keyed(
    rows.map((cells) => ({ _type: 'tableRow' as const, cells })),
    'row',
  ),
})

const callout =
  (tone: 'note' | 'tip' | 'warning') =>
  (...paragraphs: string[]): Insert => ({ _type: 'callout', tone, body: prose(...paragraphs) })

export const note = callout('note')

export const tip = callout('tip')

export const warning = callout('warning')

export const code = (language: string, filename: string, text: string): Insert => ({
  _type: 'codeBlock',
  language,
  filename,
  code: text,
})
