import type { ReactNode } from 'react'
import { EntryShell } from '../entry-shell.tsx'

export default function RegisterLayout({ children }: { children: ReactNode }) {
  return <EntryShell variant="register">{children}</EntryShell>
}
