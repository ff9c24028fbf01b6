import type { ReactNode } from 'react'
import '../(account)/account.css'

/** Around the sample dashboard, which looks like the dashboard and is answered like a page of the site. */
export default function DemoLayout({ children }: { children: ReactNode }) {
  return children
}
