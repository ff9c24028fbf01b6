import { highlight, languageName } from '@/lib/docs/highlight.ts'
import { stegaClean } from 'next-sanity'

export type CodeValue = { code?: string | null; language?: string | null; filename?: string | null }

/** A listing with its file name and language, coloured on the server. */
export function CodeBlock({ value }: { value: CodeValue }) {
  const code = stegaClean(value.code)?.replace(/\s+$/, '')
  if (!code) return null
  const language = stegaClean(value.language)
  const name = languageName(language)
  return (
    <figure className="code article-wide">
      <figcaption>
        <span>{value.filename}</span>
        <span>{name}</span>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <section tabIndex={0} aria-label={stegaClean(value.filename) || `${name} listing`}>
        <pre>
          <code>
            {highlight(code, language).map(({ text, kind }, index) =>
              kind ? (
                <span key={index} className={`tok-${kind}`}>
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </code>
        </pre>
      </section>
    </figure>
  )
}
