import type { ReactNode } from 'react'
import { Air } from '@/components/marketing/air.tsx'

/** Pages about what is sold, below /hvac-ai-sdr and /hvac-seo-services: air drifts behind their content. */
export default function MarketingLayout({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate">
      <Air />
      {children}
    </div>
  )
}
