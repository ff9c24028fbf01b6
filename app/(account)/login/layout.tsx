import type { ReactNode } from 'react'
import { EntryShell } from '../entry-shell.tsx'

export default function LoginLayout({ children }: { children: ReactNode }) {
  return <EntryShell variant="login">{children}</EntryShell>
}
