'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { hasVoiceAgent } from '@/lib/voice-agent.ts'

/** Shows the launcher on the pages that have it. */
export function VoicePlace({ children }: { children: ReactNode }) {
  return hasVoiceAgent(usePathname()) ? children : null
}
