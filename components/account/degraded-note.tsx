'use client'

import { useClerkStatus } from './use-clerk-status.ts'

/** Under Clerk's form while Clerk works with half its strength. */
export function DegradedNote() {
  if (useClerkStatus() !== 'degraded') return null
  return (
    <output className="mt-4 block px-2 text-[0.9375rem] text-muted">
      Our sign-in service answers slowly or not at all just now. If a step fails, wait a minute and try again.
    </output>
  )
}
