'use client'

import { useClerkStatus } from './use-clerk-status.ts'

/** Says so while Clerk works with half its strength: under its form, unless `className` gives the note another place. */
export function DegradedNote({ className = 'mt-4 block px-2 text-[0.9375rem] text-muted' }: { className?: string }) {
  if (useClerkStatus() !== 'degraded') return null
  return (
    <output className={className}>
      Our sign-in service answers slowly or not at all just now. If a step fails, wait a minute and try again.
    </output>
  )
}
