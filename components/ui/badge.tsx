import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** `primary` needs the owner now; `accent` is handled, booked, calm; everything else is quiet. */
export type Tone = 'primary' | 'accent' | 'quiet'

/**
 * Besides the tones: `waiting` is filled, because somebody has to act; `urgent` has a sign, `missed` an outline. In the
 * dashboard `solid` is won, and `plain` a word alone.
 */
export type BadgeTone = Tone | 'waiting' | 'urgent' | 'missed' | 'solid' | 'plain'

const HIGHLIGHT =
  'label rounded-full bg-accent-muted px-2.75 py-0.75 font-sans font-semibold tracking-normal text-accent'

/** A word that marks what it stands beside, such as the state of a lead; larger, as a `highlight`, beside a heading. */
export function Badge({ tone = 'quiet', children }: { tone?: BadgeTone | 'highlight'; children: ReactNode }) {
  if (tone === 'highlight') return <span className={HIGHLIGHT}>{children}</span>
  return (
    <span className="tone-badge" data-tone={tone}>
      {(tone === 'urgent' || tone === 'solid') && (
        <Icon name={tone === 'solid' ? 'check' : 'alert'} size={14} className="mr-1 -ml-0.5 max-[22.5rem]:hidden" />
      )}
      {children}
    </span>
  )
}
