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
import { COLLECTED, type CollectedField, COMPANY_TIME_ZONE } from './event.ts'

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

const dataCollectionOf = ({ timeZone }: BriefedSettings) =>
  Object.fromEntries(
    Object.entries<CollectedField>(COLLECTED).map(([name, field]) => {
      const description = field.description.replaceAll(COMPANY_TIME_ZONE, timeZone)
      return [name, { ...field, type: 'string' as const, description }]
    }),
  )

/**
 * A company's assistant as the vendor stores it: what it says, how long calls are kept, what is collected in them, and that each
 * call starts with a request to the site, whose response may replace first message, language and prompt.
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
    data_collection: dataCollectionOf(source.settings),
    overrides: {
      enable_conversation_initiation_client_data_from_webhook: true,
      conversation_config_override: { agent: { first_message: true, language: true, prompt: { prompt: true } } },
    },
  },
})

export type AgentPatch = ReturnType<typeof agentPatchOf>

/** SHA-256 by which is known whether the vendor has been told the same already. */
export const fingerprintOf = (agentId: string, patch: AgentPatch): string => hashOf(JSON.stringify([agentId, patch]))
