import { highlight } from '@/lib/docs/highlight.ts'

/** Colours by kind of token; other kinds are plain. */
const COLORS = new Map([
  ['comment', 'text-muted-foreground italic'],
  ['punctuation', 'text-muted-foreground'],
  ['keyword', 'text-accent'],
  ['function', 'text-accent'],
  ['parameter', 'text-accent'],
  ['string', 'text-primary'],
  ['string-expression', 'text-primary'],
])

/** Code in the colours of its language. */
export function HighlightedCode({ code, language }: { code: string; language: string | null | undefined }) {
  return (
    <code>
      {highlight(code, language).map(({ text, kind = '' }, index) =>
        COLORS.has(kind) ? (
          <span key={index} className={COLORS.get(kind)}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </code>
  )
}
