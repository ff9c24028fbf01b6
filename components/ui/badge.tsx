import type { ReactNode } from 'react'

/** `primary` needs the owner now; `accent` is handled, booked, calm; everything else is quiet. */
export type Tone = 'primary' | 'accent' | 'quiet'

const HIGHLIGHT =
  'label rounded-full bg-accent-muted px-2.75 py-0.75 font-sans font-semibold tracking-normal text-accent'

/** A word that marks what it stands beside, such as the state of a lead; larger, as a `highlight`, beside a heading. */
export function Badge({ tone = 'quiet', children }: { tone?: Tone | 'highlight'; children: ReactNode }) {
  if (tone === 'highlight') return <span className={HIGHLIGHT}>{children}</span>
  return (
    <span className="tone-badge" data-tone={tone}>
      {children}
    </span>
  )
}
