import type { ReactNode } from 'react'

/** `primary` needs the owner now; `accent` is handled, booked, calm; everything else is quiet. */
export type Tone = 'primary' | 'accent' | 'quiet'

/** A word that marks what it stands beside, such as the state of a lead. */
export function Badge({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="tone-badge" data-tone={tone}>
      {children}
    </span>
  )
}
