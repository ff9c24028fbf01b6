import type { Retention } from '../model/organization-settings.ts'
import { hashOf } from '../../platform/crypto/secret.ts'
import type { RuleSettings } from '../assistant/rules.ts'
import { type BriefingSource, firstLanguage, firstMessageOf, promptOf, SAFE_VARIABLES } from './briefing.ts'
import { COLLECTED, type CollectedField, COMPANY_TIME_ZONE } from './event.ts'

export type PatchSource = Omit<BriefingSource, 'settings'> & {
  settings: RuleSettings & { retention: Retention }
  company?: string
}

/**
 * Returns the privacy settings of the agent. The vendor has a single retention period for text and audio, so the
 * shorter of the two is sent. If the transcript expires first, the site deletes the audio later
 * (`voice-vendor/deletions.ts`). The period is at least one day, so that a delayed webhook can still be delivered.
 * Source: https://elevenlabs.io/docs/eleven-agents/customization/privacy/retention
 */
const privacyOf = ({ recordings, transcripts }: Retention) => ({
  record_voice: recordings > 0,
  retention_days: Math.max(1, Math.min(recordings, transcripts)),
  delete_transcript_and_pii: true,
  delete_audio: recordings <= transcripts,
  apply_to_existing_conversations: true,
})

const dataCollectionOf = ({ timeZone }: RuleSettings) =>
  Object.fromEntries(
    Object.entries<CollectedField>(COLLECTED).map(([name, field]) => {
      const description = field.description.replaceAll(COMPANY_TIME_ZONE, timeZone)
      return [name, { ...field, type: 'string' as const, description }]
    }),
  )

/**
 * Returns the body of the agent update. Source: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/update
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

export const fingerprintOf = (agentId: string, patch: AgentPatch): string => hashOf(JSON.stringify([agentId, patch]))
