import { z } from 'zod'
import { type Agent, variableSchema } from '../store/store.ts'
import type { StartWebhook } from '../webhooks/post-call.ts'

/** Timeout of the webhook while the phone rings. */
const TIMEOUT_MS = 5_000

const MAX_RESPONSE_LENGTH = 1_000_000

/**
 * Webhook response: https://elevenlabs.io/docs/eleven-agents/customization/personalization/twilio-personalization.md
 */
const clientDataSchema = z.looseObject({
  type: z.literal('conversation_initiation_client_data').optional(),
  dynamic_variables: z.record(z.string(), variableSchema).default({}),
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

type ClientData = z.infer<typeof clientDataSchema>

export type IncomingCall = { caller_id: string; agent_id: string; called_number: string; call_sid: string }

export type CallStart = {
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

type ClientDataResult = { data: ClientData } | { reason: string } | undefined

async function requestClientData(
  { url, headers }: StartWebhook,
  incomingCall: IncomingCall,
): Promise<ClientDataResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(incomingCall),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (!response.ok) return { reason: `HTTP ${response.status}` }
    if (text.length > MAX_RESPONSE_LENGTH) return { reason: 'the response is too long' }
    const { data, error } = clientDataSchema.safeParse(JSON.parse(text))
    return error ? { reason: z.prettifyError(error) } : { data }
  } catch (error) {
    return { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

function fillVariables(text: string, values: Record<string, unknown>, missing: Set<string>): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => {
    if (Object.hasOwn(values, name)) return String(values[name])
    missing.add(name)
    return placeholder
  })
}

/**
 * Starts a call and applies the webhook response as far as the agent allows. If the webhook fails, the agent's defaults
 * apply.
 */
export async function beginCall(
  { fields }: Agent,
  webhook: StartWebhook | undefined,
  incomingCall: IncomingCall,
): Promise<CallStart> {
  const { overrides } = fields.platform_settings ?? {}
  const shouldRequest = webhook && overrides?.enable_conversation_initiation_client_data_from_webhook === true
  const clientDataResult = shouldRequest ? await requestClientData(webhook, incomingCall) : undefined
  const data = clientDataResult && 'data' in clientDataResult ? clientDataResult.data : undefined
  const agentConfig = fields.conversation_config?.agent
  const override = data?.conversation_config_override?.agent
  const allowedOverrides = overrides?.conversation_config_override?.agent
  const values = { ...agentConfig?.dynamic_variables?.dynamic_variable_placeholders, ...data?.dynamic_variables }
  const missing = new Set<string>()
  const firstMessage =
    (allowedOverrides?.first_message ? override?.first_message : undefined) ?? agentConfig?.first_message
  const prompt =
    (allowedOverrides?.prompt?.prompt ? override?.prompt?.prompt : undefined) ?? agentConfig?.prompt?.prompt
  const language = (allowedOverrides?.language ? override?.language : undefined) ?? agentConfig?.language
  return {
    start: clientDataResult === undefined ? 'not_asked' : data ? 'answered' : 'failed',
    ...(clientDataResult && 'reason' in clientDataResult && { reason: clientDataResult.reason }),
    first_message: fillVariables(firstMessage ?? '', values, missing),
    prompt: fillVariables(prompt ?? '', values, missing),
    language: language ?? 'en',
    missing_variables: [...missing],
    client_data: data ?? null,
  }
}
