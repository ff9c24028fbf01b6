import type { ReactNode } from 'react'
import { Particles } from '@/components/marketing/particles.tsx'

/** Pages about what is sold, below /hvac-ai-sdr and /hvac-seo-services: particles drift behind their content. */
export default function MarketingLayout({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate">
      <Particles />
      {children}
    </div>
  )
}
