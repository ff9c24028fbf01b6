import { highlight } from '@/lib/docs/highlight.ts'

/** Code in the colours of its language. */
export function HighlightedCode({ code, language }: { code: string; language: string | null | undefined }) {
  return (
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
  )
}
