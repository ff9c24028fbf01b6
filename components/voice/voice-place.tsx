'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { hasVoiceAgent, VOICE_AGENT_ELEMENT, VOICE_AGENT_TIMEOUT } from '@/lib/voice-agent.ts'
import { InlineScript } from '../ui/inline-script.tsx'
import { startVoiceAgent } from './start-voice-agent.ts'

/** Shows the launcher on the pages that have it, and starts what it needs. */
export function VoicePlace({ children, nonce }: { children: ReactNode; nonce: string | undefined }) {
  if (!hasVoiceAgent(usePathname())) return null
  return (
    <>
      {children}
      <InlineScript run={startVoiceAgent} given={[VOICE_AGENT_ELEMENT, VOICE_AGENT_TIMEOUT]} nonce={nonce} />
    </>
  )
}
