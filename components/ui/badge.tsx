import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Color of a status. `primary` needs attention, `accent` is handled, and `quiet` is neutral. */
export type Tone = 'primary' | 'accent' | 'quiet'

/**
 * Style of a badge. `waiting` is filled, `urgent` has an icon, `missed` has an outline, `solid` is for won leads, and
 * `plain` is text only.
 */
export type BadgeTone = Tone | 'waiting' | 'urgent' | 'missed' | 'solid' | 'plain'

const HIGHLIGHT_CLASS =
  'label rounded-full bg-accent-muted px-2.75 py-0.75 font-sans font-semibold tracking-normal text-accent'

/** Renders a badge. `highlight` is a larger badge for use next to a heading. */
export function Badge({ tone = 'quiet', children }: { tone?: BadgeTone | 'highlight'; children: ReactNode }) {
  if (tone === 'highlight') return <span className={HIGHLIGHT_CLASS}>{children}</span>
  return (
    <span className="tone-badge" data-tone={tone}>
      {(tone === 'urgent' || tone === 'solid') && (
        <Icon name={tone === 'solid' ? 'check' : 'alert'} size={14} className="mr-1 -ml-0.5 max-[22.5rem]:hidden" />
      )}
      {children}
    </span>
  )
}
