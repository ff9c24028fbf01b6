import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'

const valueClass = cva('mt-0.5 font-display normal-nums text-[1.75rem] leading-[1.15] font-[650] tracking-[-0.022em]', {
  variants: { tone: { primary: 'text-primary', accent: 'text-accent', quiet: '' } },
})

type StatProps = {
  label: string
  value: ReactNode
  note?: ReactNode
  change?: ReactNode
  tone?: Tone
}

export function Stats({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-border bg-border">{children}</dl>
}

export function Stat({ label, value, note, change, tone = 'quiet' }: StatProps) {
  return (
    <div className={`bg-card py-4 ${change ? 'flex-[1_1_4.5rem] px-3 sm:px-5' : 'flex-[1_1_8.5rem] px-5'}`}>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className={valueClass({ tone })}>{value}</dd>
      {change && <dd className="text-muted-foreground">{change}</dd>}
      {note && <dd className="text-muted-foreground">{note}</dd>}
    </div>
  )
}
