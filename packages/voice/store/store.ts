import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { isObject, openDatabase, preparedStatements, transactionsOn } from '../../local-server/index.ts'

export const variable = z.union([z.string(), z.number(), z.boolean()])

/** Privacy settings: https://elevenlabs.io/docs/eleven-agents/customization/privacy/retention */
const privacy = z
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

type Privacy = z.infer<typeof privacy>

const prompt = z.looseObject({ prompt: z.string() }).partial()

const agentConfig = z
  .looseObject({
    first_message: z.string(),
    language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'Input should be a language'),
    prompt,
    dynamic_variables: z.looseObject({ dynamic_variable_placeholders: z.record(z.string(), variable) }).partial(),
  })
  .partial()

/** Agent fields that the start webhook may override. */
const allowedOverrides = z
  .looseObject({
    first_message: z.boolean(),
    language: z.boolean(),
    prompt: z.looseObject({ prompt: z.boolean() }).partial(),
  })
  .partial()

const overrides = z
  .looseObject({
    enable_conversation_initiation_client_data_from_webhook: z.boolean(),
    conversation_config_override: z.looseObject({ agent: allowedOverrides }).partial(),
  })
  .partial()

/** Data to collect: https://elevenlabs.io/docs/eleven-agents/customization/agent-analysis/data-collection */
const dataCollection = z.record(
  z.string().min(1),
  z.looseObject({
    type: z.enum(['string', 'boolean', 'integer', 'number']),
    description: z.string().optional(),
    enum: z.array(z.string()).nullish(),
  }),
)

/** Known agent fields. Other fields are stored unchanged. */
export const agentFields = z
  .looseObject({
    name: z.string().max(500).nullable(),
    conversation_config: z.looseObject({ agent: agentConfig }).partial(),
    platform_settings: z.looseObject({ privacy, overrides, data_collection: dataCollection }).partial(),
  })
  .partial()

type AgentFields = z.infer<typeof agentFields>

export type Agent = { id: string; fields: AgentFields; createdAt: number }

/** Formats an agent: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/get */
export const agentJson = ({ id, fields, createdAt }: Agent) => ({
  agent_id: id,
  name: fields.name ?? '',
  ...fields,
  conversation_config: fields.conversation_config ?? {},
  platform_settings: fields.platform_settings ?? {},
  metadata: { created_at_unix_secs: Math.floor(createdAt / 1000) },
})

/** Merges objects and replaces other values. */
export function merged<Value>(before: Value, change: unknown): Value {
  if (!isObject(before) || !isObject(change)) return change as Value
  const result: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(change)) {
    if (name !== '__proto__') result[name] = merged(result[name], value)
  }
  return result as Value
}

const line = z.looseObject({
  role: z.enum(['agent', 'user']),
  message: z.string().nullable(),
  time_in_call_secs: z.number().min(0),
})

/** Transcript and analysis of a call. */
export const conversationFields = z.strictObject({
  caller_id: z.string().max(200).nullish(),
  called_number: z.string().max(200).nullish(),
  /** Without a start time, the call ends now. */
  start_time_unix_secs: z.int().min(0).optional(),
  call_duration_secs: z.number().min(0).max(86_400),
  main_language: z.string().nullish(),
  transcript: z.array(line).max(2_000),
  analysis: z.record(z.string(), z.unknown()).optional(),
})

export type ConversationFields = z.infer<typeof conversationFields>

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

const DAY = 24 * 60 * 60 * 1000

/** Default retention. */
const DEFAULT_DAYS = 730

/** Returns which parts of a conversation still exist after the retention time. */
export function leftOf({ startedAt, privacy }: Conversation, now: number): { words: boolean; sound: boolean } {
  const days = privacy.retention_days ?? DEFAULT_DAYS
  const isOver = days >= 0 && now >= startedAt + days * DAY
  return {
    words: !(isOver && privacy.delete_transcript_and_pii === true),
    sound: privacy.record_voice !== false && !(isOver && privacy.delete_audio === true),
  }
}

/** Formats a conversation: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations/get */
export function conversationJson(conversation: Conversation, now: number) {
  const { id, agentId, startedAt, fields, start } = conversation
  const { words, sound } = leftOf(conversation, now)
  return {
    agent_id: agentId,
    conversation_id: id,
    status: 'done',
    transcript: words ? fields.transcript : [],
    metadata: {
      start_time_unix_secs: Math.floor(startedAt / 1000),
      call_duration_secs: fields.call_duration_secs,
      main_language: fields.main_language ?? null,
      phone_call: words
        ? {
            direction: 'inbound',
            external_number: fields.caller_id ?? null,
            agent_number: fields.called_number ?? null,
          }
        : null,
    },
    analysis: words ? (fields.analysis ?? null) : null,
    conversation_initiation_client_data: words ? start : null,
    has_audio: sound,
    has_user_audio: sound,
    has_response_audio: sound,
  }
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS agent (id TEXT PRIMARY KEY, content TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, agentId TEXT NOT NULL, content TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS conversation_by_agent ON conversation (agentId);
`

export type Store = ReturnType<typeof openStore>

/** Creates an id in the vendor's format. */
export const newId = (kind: 'agent' | 'conv'): string => `${kind}_${randomBytes(14).toString('hex')}`

/** Opens `<folder>/voice.sqlite`. @throws if another server has it open */
export function openStore(folder: string) {
  const db = openDatabase(join(folder, 'voice.sqlite'), SCHEMA, {
    exclusive: `another server uses the folder ${folder}`,
  })
  const { transaction } = transactionsOn(db)
  const statement = preparedStatements(db)
  const read = <Record>(row: unknown): Record | undefined =>
    row === undefined ? undefined : (JSON.parse((row as { content: string }).content) as Record)

  const putConversation = (conversation: Conversation): void => {
    const row = [conversation.id, conversation.agentId, JSON.stringify(conversation)]
    statement('INSERT OR REPLACE INTO conversation (id, agentId, content) VALUES (?, ?, ?)').run(...row)
  }

  return {
    /** Database handle for webhook tables in the same transactions. */
    db,
    transaction,
    agent: (id: string) => read<Agent>(statement('SELECT content FROM agent WHERE id = ?').get(id)),
    putAgent: (agent: Agent): void => {
      statement('INSERT OR REPLACE INTO agent (id, content) VALUES (?, ?)').run(agent.id, JSON.stringify(agent))
    },
    conversation: (id: string) =>
      read<Conversation>(statement('SELECT content FROM conversation WHERE id = ?').get(id)),
    putConversation,
    /**
     * Deletes a conversation.
     * @returns whether it existed
     */
    deleteConversation: (id: string): boolean => statement('DELETE FROM conversation WHERE id = ?').run(id).changes > 0,
    /** Applies a new retention to past conversations. */
    keepBy: (agentId: string, privacy: Privacy): void =>
      transaction(() => {
        for (const row of statement('SELECT content FROM conversation WHERE agentId = ?').all(agentId)) {
          const conversation = read<Conversation>(row)
          if (conversation) putConversation({ ...conversation, privacy })
        }
      }),
    close: () => db.close(),
  }
}
