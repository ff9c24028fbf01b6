import type { ReactNode } from 'react'
import { AuthShell } from '../auth-shell.tsx'

export default function RegisterLayout({ children }: { children: ReactNode }) {
  return <AuthShell entry="register">{children}</AuthShell>
}
