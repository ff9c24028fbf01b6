import { NO_VOICE_AGENT } from './constants.ts'

/** The vendor's script where the environment names no other: the ElevenLabs ConvAI widget, as its documentation embeds it. */
export const VOICE_AGENT_SCRIPT = 'https://unpkg.com/@elevenlabs/convai-widget-embed'

export type VoiceAgent = {
  scriptUrl: string
  agentId: string
}

/** Whether the launcher is on the page with a path. */
export const hasVoiceAgent = (path: string) => !NO_VOICE_AGENT.some((start) => path.startsWith(start))

/** Where the vendor's widget talks to, over https and in a call over a socket. */
const VENDOR = ['https://*.elevenlabs.io', 'wss://*.elevenlabs.io']

/**
 * What a page's policy must allow besides its own files, by directive; nothing without an agent. The widget keeps its
 * styles in its shadow root and loads its audio worklets from `blob:` addresses, which `script-src` governs.
 */
export function voiceAgentSources(agent: VoiceAgent | undefined): Record<string, string[]> {
  if (!agent) return {}
  return {
    'script-src': [new URL(agent.scriptUrl).origin, 'blob:'],
    'style-src': ["'unsafe-inline'"],
    'connect-src': VENDOR,
    'media-src': ['blob:'],
  }
}
