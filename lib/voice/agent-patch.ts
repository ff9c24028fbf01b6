import type { Retention } from '../settings/organization-settings.ts'
import { hashOf } from '../secret.ts'
import {
  type BriefedSettings,
  type BriefingSource,
  firstLanguage,
  firstMessageOf,
  promptOf,
  SAFE_VARIABLES,
} from './briefing.ts'

export type PatchSource = Omit<BriefingSource, 'settings'> & {
  settings: BriefedSettings & { retention: Retention }
  /** The company's name, for its usual greeting. */
  company?: string
}

/**
 * How long the vendor keeps what it has of a call: one number of days for both the words and the sound, and for each whether it
 * goes then. Nothing may stay longer than the company has set, so the shorter number is told. Where that is the one of
 * transcripts, the words go by it and the sound is deleted by the site when its own days are over (`deletions.ts`).
 * At least a day: a call that could not be delivered at once would be gone before the site has it.
 * Source: https://elevenlabs.io/docs/eleven-agents/customization/privacy/retention
 */
const privacyOf = ({ recordings, transcripts }: Retention) => ({
  record_voice: recordings > 0,
  retention_days: Math.max(1, Math.min(recordings, transcripts)),
  delete_transcript_and_pii: true,
  delete_audio: recordings <= transcripts,
  apply_to_existing_conversations: true,
})

/**
 * What the vendor is told of a company's assistant: what it says and does, how long it keeps calls, and that each call begins with
 * a question to the site, whose answer may say all this anew.
 * Source: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/update
 */
export const agentPatchOf = (source: PatchSource) => ({
  conversation_config: {
    agent: {
      first_message: firstMessageOf(source, source.company),
      language: firstLanguage(source.instructions),
      prompt: { prompt: promptOf(source) },
      dynamic_variables: { dynamic_variable_placeholders: SAFE_VARIABLES },
    },
  },
  platform_settings: {
    privacy: privacyOf(source.settings.retention),
    overrides: {
      enable_conversation_initiation_client_data_from_webhook: true,
      conversation_config_override: { agent: { first_message: true, language: true, prompt: { prompt: true } } },
    },
  },
})

export type AgentPatch = ReturnType<typeof agentPatchOf>

/** SHA-256 by which is known whether the vendor has been told the same already. */
export const fingerprintOf = (agentId: string, patch: AgentPatch): string => hashOf(JSON.stringify([agentId, patch]))
