import type { ReactNode } from 'react'
import '../(account)/account.css'

export default function DemoLayout({ children }: { children: ReactNode }) {
  return children
}
