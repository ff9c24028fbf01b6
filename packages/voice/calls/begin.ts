import { z } from 'zod'
import { type Agent, variable } from '../store/store.ts'
import type { StartWebhook } from '../webhooks/post-call.ts'

/** Timeout of the webhook while the phone rings. */
const TIMEOUT_MS = 5_000

const MAX_ANSWER = 1_000_000

/**
 * Webhook response: https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */
const clientData = z.looseObject({
  type: z.literal('conversation_initiation_client_data').optional(),
  dynamic_variables: z.record(z.string(), variable).default({}),
  conversation_config_override: z
    .looseObject({
      agent: z
        .looseObject({
          prompt: z.looseObject({ prompt: z.string() }).partial(),
          first_message: z.string(),
          language: z.string(),
        })
        .partial(),
    })
    .partial()
    .optional(),
})

type ClientData = z.infer<typeof clientData>

export type Ringing = { caller_id: string; agent_id: string; called_number: string; call_sid: string }

export type Begin = {
  /** `not_asked` means that no webhook is set or the agent does not use it. */
  start: 'not_asked' | 'answered' | 'failed'
  reason?: string
  first_message: string
  prompt: string
  language: string
  /** Variables without a value, for which the vendor would reject the call. */
  missing_variables: string[]
  client_data: Record<string, unknown> | null
}

type Asked = { data: ClientData } | { reason: string } | undefined

async function ask({ url, headers }: StartWebhook, ringing: Ringing): Promise<Asked> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(ringing),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (!response.ok) return { reason: `HTTP ${response.status}` }
    if (text.length > MAX_ANSWER) return { reason: 'the response is too long' }
    const { data, error } = clientData.safeParse(JSON.parse(text))
    return error ? { reason: z.prettifyError(error) } : { data }
  } catch (error) {
    return { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

function filled(text: string, values: Record<string, unknown>, missing: Set<string>): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => {
    if (Object.hasOwn(values, name)) return String(values[name])
    missing.add(name)
    return place
  })
}

/**
 * Starts a call and applies the webhook response as far as the agent allows. If the webhook fails, the agent's defaults
 * apply.
 */
export async function beginCall(
  { fields }: Agent,
  webhook: StartWebhook | undefined,
  ringing: Ringing,
): Promise<Begin> {
  const { overrides } = fields.platform_settings ?? {}
  const isAsked = webhook && overrides?.enable_conversation_initiation_client_data_from_webhook === true
  const asked = isAsked ? await ask(webhook, ringing) : undefined
  const data = asked && 'data' in asked ? asked.data : undefined
  const own = fields.conversation_config?.agent
  const given = data?.conversation_config_override?.agent
  const allowed = overrides?.conversation_config_override?.agent
  const values = { ...own?.dynamic_variables?.dynamic_variable_placeholders, ...data?.dynamic_variables }
  const missing = new Set<string>()
  const firstMessage = (allowed?.first_message ? given?.first_message : undefined) ?? own?.first_message
  const prompt = (allowed?.prompt?.prompt ? given?.prompt?.prompt : undefined) ?? own?.prompt?.prompt
  const language = (allowed?.language ? given?.language : undefined) ?? own?.language
  return {
    start: asked === undefined ? 'not_asked' : data ? 'answered' : 'failed',
    ...(asked && 'reason' in asked && { reason: asked.reason }),
    first_message: filled(firstMessage ?? '', values, missing),
    prompt: filled(prompt ?? '', values, missing),
    language: language ?? 'en',
    missing_variables: [...missing],
    client_data: data ?? null,
  }
}
