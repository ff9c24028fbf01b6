import type { ReactNode } from 'react'
import { AuthShell } from '../auth-shell.tsx'

export default function LoginLayout({ children }: { children: ReactNode }) {
  return <AuthShell entry="login">{children}</AuthShell>
}
