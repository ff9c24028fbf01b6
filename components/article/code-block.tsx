import { languageName } from '@/lib/docs/highlight.ts'
import { stegaClean } from 'next-sanity'
import { HighlightedCode } from '../ui/highlighted-code.tsx'

export type CodeValue = { code?: string | null; language?: string | null; filename?: string | null }

/** A listing with its file name and language, coloured on the server. */
export function CodeBlock({ value }: { value: CodeValue }) {
  const code = stegaClean(value.code)?.trimEnd()
  if (!code) return null
  const language = stegaClean(value.language)
  const name = languageName(language)
  return (
    <figure className="article-wide overflow-hidden rounded-xl border bg-muted">
      <figcaption className="flex justify-between gap-4 border-b px-4.5 py-2 font-mono text-xs text-muted-foreground">
        <span>{value.filename}</span>
        <span>{name}</span>
      </figcaption>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
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
