import { VOICE_AGENT_EXCLUDED_PATHS } from '../../constants.ts'

/**
 * Default script: a pinned version of the ElevenLabs ConvAI widget. Change the URL and the hash together:
 * docs/going-live.md.
 */
export const VOICE_AGENT_SCRIPT = {
  url: 'https://unpkg.com/@elevenlabs/convai-widget-embed@0.5.4/dist/index.js',
  integrity: 'sha384-L8QhIVpmoWpPM15vV1w01h3MeAacu0St/AFvgbPN89YAFeqSETsCKtpkX6yTeYJA',
}

export type VoiceAgent = {
  scriptUrl: string
  /** Subresource Integrity hash; undefined if unknown. */
  integrity: string | undefined
  agentId: string
}

export const hasVoiceAgent = (path: string) => !VOICE_AGENT_EXCLUDED_PATHS.some((start) => path.startsWith(start))

const VENDOR_SOURCES = ['https://*.elevenlabs.io', 'wss://*.elevenlabs.io']

/**
 * Returns the CSP sources of the widget. The widget keeps its styles in a shadow root and loads audio worklets from
 * `blob:` URLs, which `script-src` governs.
 */
export function getVoiceAgentSources(agent: VoiceAgent | undefined): Record<string, string[]> {
  if (!agent) return {}
  const { origin, pathname } = new URL(agent.scriptUrl)
  return {
    // The source is the exact file, because anyone can publish on a public CDN. `;` and `,` would end the source.
    'script-src': [origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C'), 'blob:'],
    'style-src': ["'unsafe-inline'"],
    'connect-src': VENDOR_SOURCES,
    'media-src': ['blob:'],
  }
}
