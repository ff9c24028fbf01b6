import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'

type StatProps = {
  label: string
  /** As it is shown, so formatted. */
  value: ReactNode
  /** What it is compared with: "3 more than the week before". */
  note?: ReactNode
  tone?: Tone
}

/** Several figures beside each other. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className="kit-stats">{children}</dl>
}

/** One figure and what it counts. */
export function Stat({ label, value, note, tone = 'quiet' }: StatProps) {
  return (
    <div className="kit-stat" data-tone={tone}>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="kit-stat-value">{value}</dd>
      {note && <dd className="text-muted-foreground">{note}</dd>}
    </div>
  )
}
