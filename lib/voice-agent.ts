import { NO_VOICE_AGENT } from './constants.ts'

/**
 * The vendor's script where the environment names no other: one version of the ElevenLabs ConvAI widget, as its
 * documentation embeds it. Both change together: docs/going-live.md says how.
 */
export const VOICE_AGENT_SCRIPT = {
  url: 'https://unpkg.com/@elevenlabs/convai-widget-embed@0.5.4/dist/index.js',
  integrity: 'sha384-L8QhIVpmoWpPM15vV1w01h3MeAacu0St/AFvgbPN89YAFeqSETsCKtpkX6yTeYJA',
}

export type VoiceAgent = {
  scriptUrl: string
  /** Hash of the script as a browser checks it (Subresource Integrity); undefined where nobody has told it. */
  integrity: string | undefined
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
  const { origin, pathname } = new URL(agent.scriptUrl)
  return {
    // The one file: anybody can publish scripts at the address of a public CDN. Both signs would end the source.
    'script-src': [origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C'), 'blob:'],
    'style-src': ["'unsafe-inline'"],
    'connect-src': VENDOR,
    'media-src': ['blob:'],
  }
}
