import type { ReactNode } from 'react'
import { Particles } from '@/components/marketing/particles.tsx'

/** Pages about what is sold, which the Solutions menu offers: particles drift behind their content. */
export default function MarketingLayout({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate">
      <Particles />
      {children}
    </div>
  )
}
