import { toPlainText } from '@portabletext/react'
import { stegaClean } from 'next-sanity'
import { buildHeadingIds } from '@/lib/site/heading-ids.ts'

export type ArticleValue = { _type: string; _key: string }[]

export type Heading = { key: string; id: string; text: string; level: 2 | 3 | 4 }

const LEVELS = new Map<string, Heading['level']>([
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
])

/** Returns the headings in document order with unique ids. Skips empty headings. */
export function extractHeadings(value: ArticleValue | null | undefined): Heading[] {
  const headings = (value ?? []).flatMap((block) => {
    const level = 'style' in block ? LEVELS.get(stegaClean(String(block.style))) : undefined
    if (block._type !== 'block' || !level) return []
    const text = stegaClean(toPlainText(block as Parameters<typeof toPlainText>[0])).trim()
    return text ? [{ key: block._key, text, level }] : []
  })
  const ids = buildHeadingIds(headings.map(({ text }) => text))
  return headings.map((heading, index) => ({ ...heading, id: ids[index] ?? '' }))
}

const MIN_CONTENTS_HEADINGS = 3

export const hasContents = (headings: Heading[]) =>
  headings.filter(({ level }) => level === 2).length >= MIN_CONTENTS_HEADINGS

export const disclosureClass = 'flex min-h-12 items-center justify-between rounded-xl border px-4.5 font-semibold'

export const contentsLinkClass =
  'block py-2 text-muted-foreground transition-colors hover:text-foreground current:font-semibold current:text-accent'

type TableOfContentsProps = { headings: Heading[]; title: string; className?: string }

/**
 * Renders the table of contents as `<details>`. It is closed on narrow screens and always open on wide ones, without a
 * script.
 */
export function TableOfContents({ headings, title, className = '' }: TableOfContentsProps) {
  if (!hasContents(headings)) return null
  return (
    <details className={`${className} print:hidden`}>
      <summary className={disclosureClass}>
        {title}
        <span className="chevron" />
      </summary>
      <nav aria-label={title} className="px-4.5 pt-4 pb-1">
        <p className="unfold-title hidden font-semibold">{title}</p>
        <ol className="label">
          {headings
            .filter(({ level }) => level < 4)
            .map(({ id, text, level }) => (
              <li key={id} className={level === 3 ? 'pl-4' : ''}>
                <a href={`#${id}`} className={contentsLinkClass}>
                  {text}
                </a>
              </li>
            ))}
        </ol>
      </nav>
    </details>
  )
}
