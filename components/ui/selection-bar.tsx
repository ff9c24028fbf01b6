'use client'

import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type SelectionBarProps = {
  /** How many are chosen; with none there is no bar. */
  count: number
  /** Of what: "lead", and for more than one "leads". */
  noun: [one: string, several: string]
  onClear: () => void
  /** Buttons: what can be done with them. */
  children: ReactNode
}

/** What can be done with several rows of a `DataGrid` at once; it stays in sight at the lower edge. */
export function SelectionBar({ count, noun, onClear, children }: SelectionBarProps) {
  return (
    <section
      data-slot="selection-bar"
      aria-label="Chosen rows"
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-xl border border-input bg-card p-2 pl-4 floating lg:bottom-4 [&[hidden]]:hidden"
      hidden={count === 0}
    >
      <p aria-live="polite" className="font-semibold">
        {count > 0 && `${count.toLocaleString('en-US')} ${count === 1 ? noun[0] : noun[1]} chosen`}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button variant="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
    </section>
  )
}
