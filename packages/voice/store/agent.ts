import { z } from 'zod'

const variable = z.union([z.string(), z.number(), z.boolean()])

/** How long the vendor keeps conversations. Source: https://elevenlabs.io/docs/eleven-agents/customization/privacy/retention */
const privacy = z
  .looseObject({
    record_voice: z.boolean(),
    /** -1 is for ever; 0 deletes at once. */
    retention_days: z.int().min(-1).max(36_500),
    delete_transcript_and_pii: z.boolean(),
    delete_audio: z.boolean(),
    apply_to_existing_conversations: z.boolean(),
    zero_retention_mode: z.boolean(),
  })
  .partial()

export type Privacy = z.infer<typeof privacy>

const prompt = z.looseObject({ prompt: z.string() }).partial()

const agentConfig = z
  .looseObject({
    first_message: z.string(),
    language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'Input should be a language'),
    prompt,
    dynamic_variables: z.looseObject({ dynamic_variable_placeholders: z.record(z.string(), variable) }).partial(),
  })
  .partial()

/** What the answer to the start webhook may say in place of the agent's own. */
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

/** Source: https://elevenlabs.io/docs/eleven-agents/customization/agent-analysis/data-collection */
const dataCollection = z.record(
  z.string().min(1),
  z.looseObject({
    type: z.enum(['string', 'boolean', 'integer', 'number']),
    description: z.string().optional(),
    enum: z.array(z.string()).nullish(),
  }),
)

/** The fields of an agent that this server knows; others are kept as they come. */
export const agentFields = z
  .looseObject({
    name: z.string().max(500).nullable(),
    conversation_config: z.looseObject({ agent: agentConfig }).partial(),
    platform_settings: z.looseObject({ privacy, overrides, data_collection: dataCollection }).partial(),
  })
  .partial()

export type AgentFields = z.infer<typeof agentFields>

export type Agent = { id: string; fields: AgentFields; createdAt: number }

/** As the API answers it. Source: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/get */
export const agentJson = ({ id, fields, createdAt }: Agent) => ({
  agent_id: id,
  name: fields.name ?? '',
  ...fields,
  conversation_config: fields.conversation_config ?? {},
  platform_settings: fields.platform_settings ?? {},
  metadata: { created_at_unix_secs: Math.floor(createdAt / 1000) },
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is there with a change: objects are merged, everything else is replaced. */
export function merged<Value>(before: Value, change: unknown): Value {
  if (!isObject(before) || !isObject(change)) return change as Value
  const result: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(change)) {
    if (name !== '__proto__') result[name] = merged(result[name], value)
  }
  return result as Value
}
