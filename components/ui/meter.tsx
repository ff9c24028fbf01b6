'use client'

import { Meter as BaseMeter } from '@base-ui/react/meter'
import type { ReactNode } from 'react'

/** From this share on, in percent, what is used is nearly all. */
const NEARLY = 80

type MeterProps = {
  label: string
  used: number
  /** More than 0; more than that can be used. */
  of: number
  /** What the figures say, in words: "77 of 500 calls". */
  words: string
  /** Below it: what is left, or what happens beyond. */
  note?: ReactNode
}

/** How much of an amount is used: ice while there is enough, ember when nearly all or more of it is. */
export function Meter({ label, used, of, words, note }: MeterProps) {
  const isNearly = (used / of) * 100 >= NEARLY
  return (
    <>
      <BaseMeter.Root aria-label={label} value={Math.min(used, of)} max={of} getAriaValueText={() => words}>
        <BaseMeter.Track className="h-2.5 overflow-hidden rounded-full border border-border bg-muted">
          <BaseMeter.Indicator
            className={`block rounded-full ${isNearly ? 'bg-primary' : 'bg-accent'} forced-colors:bg-[Highlight]`}
          />
        </BaseMeter.Track>
      </BaseMeter.Root>
      {note && <p className={`mt-2 ${isNearly ? 'font-medium text-primary' : 'text-muted-foreground'}`}>{note}</p>}
    </>
  )
}
