import type { ComponentProps } from 'react'
import { stegaClean } from 'next-sanity'
import { Prose } from '../ui/prose.tsx'

export type CalloutValue = { tone?: string | null; body?: ComponentProps<typeof Prose>['value'] | null }

const NAMES: Record<string, string> = { note: 'Note', tip: 'Tip', warning: 'Watch out' }

/** An aside in an article: a note, a tip (ice) or a warning (ember). */
export function Callout({ value }: { value: CalloutValue }) {
  const tone = stegaClean(value.tone) ?? 'note'
  return (
    <div role="note" className={`callout callout-${tone in NAMES ? tone : 'note'}`}>
      <p className="callout-name">{NAMES[tone] ?? NAMES.note}</p>
      <Prose value={value.body} />
    </div>
  )
}
