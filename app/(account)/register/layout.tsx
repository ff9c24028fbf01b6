import type { ReactNode } from 'react'
import { AuthShell } from '../auth-shell.tsx'

export default function RegisterLayout({ children }: { children: ReactNode }) {
  return <AuthShell>{children}</AuthShell>
}
