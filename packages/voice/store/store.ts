import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { isObject, openDatabase, createStatementCache, createTransactions } from '../../local-server/index.ts'

export const variableSchema = z.union([z.string(), z.number(), z.boolean()])

/** Privacy settings: https://elevenlabs.io/docs/eleven-agents/customization/privacy/retention */
const privacySchema = z
  .looseObject({
    record_voice: z.boolean(),
    /** -1 means unlimited, 0 deletes immediately. */
    retention_days: z.int().min(-1).max(36_500),
    delete_transcript_and_pii: z.boolean(),
    delete_audio: z.boolean(),
    apply_to_existing_conversations: z.boolean(),
    zero_retention_mode: z.boolean(),
  })
  .partial()

type Privacy = z.infer<typeof privacySchema>

const promptSchema = z.looseObject({ prompt: z.string() }).partial()

const agentConfigSchema = z
  .looseObject({
    first_message: z.string(),
    language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'Input should be a language'),
    prompt: promptSchema,
    dynamic_variables: z.looseObject({ dynamic_variable_placeholders: z.record(z.string(), variableSchema) }).partial(),
  })
  .partial()

/** Agent fields that the start webhook may override. */
const allowedOverridesSchema = z
  .looseObject({
    first_message: z.boolean(),
    language: z.boolean(),
    prompt: z.looseObject({ prompt: z.boolean() }).partial(),
  })
  .partial()

const overridesSchema = z
  .looseObject({
    enable_conversation_initiation_client_data_from_webhook: z.boolean(),
    conversation_config_override: z.looseObject({ agent: allowedOverridesSchema }).partial(),
  })
  .partial()

/** Data to collect: https://elevenlabs.io/docs/eleven-agents/customization/agent-analysis/data-collection */
const dataCollectionSchema = z.record(
  z.string().min(1),
  z.looseObject({
    type: z.enum(['string', 'boolean', 'integer', 'number']),
    description: z.string().optional(),
    enum: z.array(z.string()).nullish(),
  }),
)

/** Known agent fields. Other fields are stored unchanged. */
export const agentFieldsSchema = z
  .looseObject({
    name: z.string().max(500).nullable(),
    conversation_config: z.looseObject({ agent: agentConfigSchema }).partial(),
    platform_settings: z
      .looseObject({ privacy: privacySchema, overrides: overridesSchema, data_collection: dataCollectionSchema })
      .partial(),
  })
  .partial()

type AgentFields = z.infer<typeof agentFieldsSchema>

export type Agent = { id: string; fields: AgentFields; createdAt: number }

/** Formats an agent: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/get */
export const toAgentJson = ({ id, fields, createdAt }: Agent) => ({
  agent_id: id,
  name: fields.name ?? '',
  ...fields,
  conversation_config: fields.conversation_config ?? {},
  platform_settings: fields.platform_settings ?? {},
  metadata: { created_at_unix_secs: Math.floor(createdAt / 1000) },
})

/** Merges objects and replaces other values. */
export function mergeFields<Value>(current: Value, change: unknown): Value {
  if (!isObject(current) || !isObject(change)) return change as Value
  const result: Record<string, unknown> = { ...current }
  for (const [name, value] of Object.entries(change)) {
    if (name !== '__proto__') result[name] = mergeFields(result[name], value)
  }
  return result as Value
}

const line = z.looseObject({
  role: z.enum(['agent', 'user']),
  message: z.string().nullable(),
  time_in_call_secs: z.number().min(0),
})

/** Transcript and analysis of a call. */
export const conversationFieldsSchema = z.strictObject({
  caller_id: z.string().max(200).nullish(),
  called_number: z.string().max(200).nullish(),
  /** Without a start time, the call ends now. */
  start_time_unix_secs: z.int().min(0).optional(),
  call_duration_secs: z.number().min(0).max(86_400),
  main_language: z.string().nullish(),
  transcript: z.array(line).max(2_000),
  analysis: z.record(z.string(), z.unknown()).optional(),
})

export type ConversationFields = z.infer<typeof conversationFieldsSchema>

export type Conversation = {
  id: string
  agentId: string
  /** Milliseconds since 1970. */
  startedAt: number
  fields: ConversationFields
  /** Agent settings at the time of the call, or from a later change that also applies to past calls. */
  privacy: Privacy
  start: Record<string, unknown> | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Default retention. */
const DEFAULT_RETENTION_DAYS = 730

/** Returns which parts of a conversation still exist after the retention time. */
export function getRetainedParts(
  { startedAt, privacy }: Conversation,
  now: number,
): { transcript: boolean; audio: boolean } {
  const days = privacy.retention_days ?? DEFAULT_RETENTION_DAYS
  const isExpired = days >= 0 && now >= startedAt + days * DAY_MS
  return {
    transcript: !(isExpired && privacy.delete_transcript_and_pii === true),
    audio: privacy.record_voice !== false && !(isExpired && privacy.delete_audio === true),
  }
}

/** Formats a conversation: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations/get */
export function toConversationJson(conversation: Conversation, now: number) {
  const { id, agentId, startedAt, fields, start } = conversation
  const { transcript, audio } = getRetainedParts(conversation, now)
  return {
    agent_id: agentId,
    conversation_id: id,
    status: 'done',
    transcript: transcript ? fields.transcript : [],
    metadata: {
      start_time_unix_secs: Math.floor(startedAt / 1000),
      call_duration_secs: fields.call_duration_secs,
      main_language: fields.main_language ?? null,
      phone_call: transcript
        ? {
            direction: 'inbound',
            external_number: fields.caller_id ?? null,
            agent_number: fields.called_number ?? null,
          }
        : null,
    },
    analysis: transcript ? (fields.analysis ?? null) : null,
    conversation_initiation_client_data: transcript ? start : null,
    has_audio: audio,
    has_user_audio: audio,
    has_response_audio: audio,
  }
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS agent (id TEXT PRIMARY KEY, content TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, agentId TEXT NOT NULL, content TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS conversation_by_agent ON conversation (agentId);
`

export type Store = ReturnType<typeof openStore>

/** Creates an id in the vendor's format. */
export const createId = (kind: 'agent' | 'conv'): string => `${kind}_${randomBytes(14).toString('hex')}`

/** Opens `<folder>/voice.sqlite`. @throws if another server has it open */
export function openStore(folder: string) {
  const db = openDatabase(join(folder, 'voice.sqlite'), SCHEMA, {
    exclusive: `another server uses the folder ${folder}`,
  })
  const { transaction } = createTransactions(db)
  const prepare = createStatementCache(db)
  const parseRow = <Record>(row: unknown): Record | undefined =>
    row === undefined ? undefined : (JSON.parse((row as { content: string }).content) as Record)

  const putConversation = (conversation: Conversation): void => {
    const row = [conversation.id, conversation.agentId, JSON.stringify(conversation)]
    prepare('INSERT OR REPLACE INTO conversation (id, agentId, content) VALUES (?, ?, ?)').run(...row)
  }

  return {
    /** Database handle for webhook tables in the same transactions. */
    db,
    transaction,
    agent: (id: string) => parseRow<Agent>(prepare('SELECT content FROM agent WHERE id = ?').get(id)),
    putAgent: (agent: Agent): void => {
      prepare('INSERT OR REPLACE INTO agent (id, content) VALUES (?, ?)').run(agent.id, JSON.stringify(agent))
    },
    conversation: (id: string) =>
      parseRow<Conversation>(prepare('SELECT content FROM conversation WHERE id = ?').get(id)),
    putConversation,
    /**
     * Deletes a conversation.
     * @returns whether it existed
     */
    deleteConversation: (id: string): boolean => prepare('DELETE FROM conversation WHERE id = ?').run(id).changes > 0,
    /** Applies a new retention to past conversations. */
    keepBy: (agentId: string, privacy: Privacy): void =>
      transaction(() => {
        for (const row of prepare('SELECT content FROM conversation WHERE agentId = ?').all(agentId)) {
          const conversation = parseRow<Conversation>(row)
          if (conversation) putConversation({ ...conversation, privacy })
        }
      }),
    close: () => db.close(),
  }
}
