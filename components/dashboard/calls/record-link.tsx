import type { ReactNode } from 'react'
import { AppLink } from '../../ui/app-link.tsx'

/** A line that leads to what belongs to a call or to a caller. */
export function RecordLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AppLink href={href} className="-mx-2.5 flex min-h-11 items-center gap-3 rounded-lg px-2.5 py-1.5 hover:bg-muted">
      {children}
    </AppLink>
  )
}
