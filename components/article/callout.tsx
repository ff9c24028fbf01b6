import type { ComponentProps } from 'react'
import { stegaClean } from 'next-sanity'
import { Prose } from '../ui/prose.tsx'

export type CalloutValue = { tone?: string | null; body?: ComponentProps<typeof Prose>['value'] | null }

const NAMES = new Map([
  ['note', 'Note'],
  ['tip', 'Tip'],
  ['warning', 'Watch out'],
])

/** An aside in an article: a note, a tip (ice) or a warning (ember). */
export function Callout({ value }: { value: CalloutValue }) {
  const given = stegaClean(value.tone) ?? ''
  const tone = NAMES.has(given) ? given : 'note'
  return (
    <div role="note" className={`callout callout-${tone}`}>
      <p className="callout-name">{NAMES.get(tone)}</p>
      <Prose value={value.body} />
    </div>
  )
}
