import type { Heading } from './headings.ts'

/** Headings of the first level from which a text is long enough to need contents. */
const LONG = 3

/** Whether a text is long enough to need contents. */
export const hasContents = (headings: Heading[]) => headings.filter(({ level }) => level === 2).length >= LONG

/** The closed form of contents, on screens without room for a column. */
export const disclosureClass = 'flex min-h-12 items-center justify-between rounded-xl border px-4.5 font-semibold'

/** A line of contents; the one of the page that is shown stands out. */
export const contentsLinkClass =
  'block py-2 text-muted-foreground transition-colors hover:text-foreground current:font-semibold current:text-accent'

type TableOfContentsProps = { headings: Heading[]; title: string; className?: string }

/** On-page contents: closed at first on narrow screens, always open on wide ones, without a script. */
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
