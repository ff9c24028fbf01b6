import type { Retention } from '../model/organization-settings.ts'
import { hashText } from '../../platform/crypto/secret.ts'
import type { RuleSettings } from '../assistant/rules.ts'
import {
  type AgentConfigSource,
  getFirstLanguage,
  buildFirstMessage,
  buildPrompt,
  SAFE_VARIABLES,
} from './agent-config.ts'
import { COLLECTED_FIELDS, type CollectedField, COMPANY_TIME_ZONE } from './event.ts'

export type PatchSource = Omit<AgentConfigSource, 'settings'> & {
  settings: RuleSettings & { retention: Retention }
  company?: string
}

/**
 * Returns the privacy settings of the agent. The vendor has a single retention period for text and audio, so the
 * shorter of the two is sent. If the transcript expires first, the site deletes the audio later
 * (`voice-vendor/deletions.ts`). The period is at least one day, so that a delayed webhook can still be delivered.
 * Source: https://elevenlabs.io/docs/eleven-agents/customization/privacy/retention
 */
const buildPrivacy = ({ recordings, transcripts }: Retention) => ({
  record_voice: recordings > 0,
  retention_days: Math.max(1, Math.min(recordings, transcripts)),
  delete_transcript_and_pii: true,
  delete_audio: recordings <= transcripts,
  apply_to_existing_conversations: true,
})

const buildDataCollection = ({ timeZone }: RuleSettings) =>
  Object.fromEntries(
    Object.entries<CollectedField>(COLLECTED_FIELDS).map(([name, field]) => {
      const description = field.description.replaceAll(COMPANY_TIME_ZONE, timeZone)
      return [name, { ...field, type: 'string' as const, description }]
    }),
  )

/**
 * Returns the body of the agent update. Source: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/update
 */
export const buildAgentPatch = (source: PatchSource) => ({
  conversation_config: {
    agent: {
      first_message: buildFirstMessage(source, source.company),
      language: getFirstLanguage(source.instructions),
      prompt: { prompt: buildPrompt(source) },
      dynamic_variables: { dynamic_variable_placeholders: SAFE_VARIABLES },
    },
  },
  platform_settings: {
    privacy: buildPrivacy(source.settings.retention),
    data_collection: buildDataCollection(source.settings),
    overrides: {
      enable_conversation_initiation_client_data_from_webhook: true,
      conversation_config_override: { agent: { first_message: true, language: true, prompt: { prompt: true } } },
    },
  },
})

export type AgentPatch = ReturnType<typeof buildAgentPatch>

export const computeFingerprint = (agentId: string, patch: AgentPatch): string =>
  hashText(JSON.stringify([agentId, patch]))
