import { stegaClean } from 'next-sanity'
import { highlight, getLanguageName } from '@/lib/site/api-reference/highlight.ts'

const TOKEN_COLORS = new Map([
  ['comment', 'text-muted-foreground italic'],
  ['punctuation', 'text-muted-foreground'],
  ['keyword', 'text-accent'],
  ['function', 'text-accent'],
  ['parameter', 'text-accent'],
  ['string', 'text-primary'],
  ['string-expression', 'text-primary'],
])

export function HighlightedCode({ code, language }: { code: string; language: string | null | undefined }) {
  return (
    <code>
      {highlight(code, language).map(({ text, kind = '' }, index) =>
        TOKEN_COLORS.has(kind) ? (
          <span key={index} className={TOKEN_COLORS.get(kind)}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </code>
  )
}

export type CodeValue = { code?: string | null; language?: string | null; filename?: string | null }

export function CodeBlock({ value }: { value: CodeValue }) {
  const code = stegaClean(value.code)?.trimEnd()
  if (!code) return null
  const language = stegaClean(value.language)
  const name = getLanguageName(language)
  return (
    <figure className="article-wide overflow-hidden rounded-xl border bg-muted">
      <figcaption className="flex justify-between gap-4 border-b px-4.5 py-2 font-mono text-xs text-muted-foreground">
        <span>{value.filename}</span>
        <span>{name}</span>
      </figcaption>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users can scroll the element
        tabIndex={0}
        aria-label={stegaClean(value.filename) || `${name} listing`}
        className="overflow-x-auto -outline-offset-3 focus-visible:[box-shadow:none]"
      >
        <pre className="w-max p-4.5 font-mono text-sm leading-relaxed [font-variant-ligatures:none] [tab-size:2]">
          <HighlightedCode code={code} language={language} />
        </pre>
      </section>
    </figure>
  )
}
