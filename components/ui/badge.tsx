import type { ReactNode } from 'react'

/** A word that marks what it stands beside. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="label rounded-full bg-accent-muted px-2.75 py-0.75 font-sans font-semibold tracking-normal text-accent">
      {children}
    </span>
  )
}
