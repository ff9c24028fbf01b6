import type { Heading } from './headings.ts'

/** Headings of the first level from which a text is long enough to need contents. */
const LONG = 3

/** Whether a text is long enough to need contents. */
export const hasContents = (headings: Heading[]) => headings.filter(({ level }) => level === 2).length >= LONG

/** On-page contents: closed at first on narrow screens, always open on wide ones, without a script. */
export function TableOfContents({ headings, className = '' }: { headings: Heading[]; className?: string }) {
  if (!hasContents(headings)) return null
  return (
    <details className={`unfold ${className}`}>
      <summary>
        On this page
        <span className="chevron" />
      </summary>
      <nav aria-label="On this page">
        <p className="unfold-title">On this page</p>
        <ol className="label contents-list">
          {headings
            .filter(({ level }) => level < 4)
            .map(({ id, text, level }) => (
              <li key={id} className={level === 3 ? 'pl-4' : ''}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
        </ol>
      </nav>
    </details>
  )
}
