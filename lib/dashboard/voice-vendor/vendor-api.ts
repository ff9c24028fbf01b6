import { recordStatus, runClientSpan } from '../../platform/telemetry/spans.ts'

/* Client of the ElevenLabs API. Source: https://elevenlabs.io/docs/api-reference/introduction */

const REQUEST_TIMEOUT_MS = 10_000

const MAX_RESPONSE_BYTES = 2_000_000

export type VendorApi = { apiUrl: string; apiKey: string }

/** Error of a vendor request. It contains an error code, never the vendor's message, which may quote personal data. */
export class VendorError extends Error {
  readonly code: string
  /** HTTP status; undefined if there was no readable response. */
  readonly status: number | undefined
  constructor(code: string, status?: number, options?: ErrorOptions) {
    super(`The voice vendor: ${code}`, options)
    this.name = 'VendorError'
    this.code = code
    this.status = status
  }
}

const TRANSIENT_STATUSES = new Set([408, 425, 429])

/** Returns whether the vendor rejected the request, so that a retry cannot succeed. */
export const isRefusal = ({ status }: VendorError): boolean =>
  status !== undefined && status >= 400 && status < 500 && !TRANSIENT_STATUSES.has(status)

/**
 * Returns whether the vendor rejected the site's API key. The operator must fix the key; the request itself is valid.
 */
export const isKeyRejected = ({ status }: VendorError): boolean => status === 401 || status === 403

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_RESPONSE_BYTES) throw new VendorError('answer_too_long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Returns `detail.status` of the documented error body, or else the HTTP status. */
function parseErrorCode(status: number, text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: { status?: unknown } }
    const code = detail?.status
    if (typeof code === 'string' && /^[a-z_]{1,60}$/.test(code)) return code
  } catch {
    // The body is not JSON, so the code is based on the status.
  }
  return `http_${status}`
}

/**
 * Sends a request to the vendor. Does not follow redirects, so the API key reaches only the vendor.
 * @returns undefined for an empty body
 * @throws {VendorError}
 */
const sendRequest = ({ apiUrl, apiKey }: VendorApi, method: string, path: string, body?: object): Promise<unknown> =>
  runClientSpan(
    `${method} voice vendor`,
    { 'peer.service': 'voice-vendor', 'http.request.method': method },
    async () => {
      let status: number
      let text: string
      try {
        const response = await fetch(apiUrl + path, {
          method,
          headers: {
            'xi-api-key': apiKey,
            accept: 'application/json',
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
          redirect: 'error',
          cache: 'no-store',
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        })
        status = response.status
        recordStatus(status, 400)
        text = await readText(response)
      } catch (error) {
        if (error instanceof VendorError) throw error
        throw new VendorError('no_answer', undefined, { cause: error })
      }
      if (status < 200 || status > 299) throw new VendorError(parseErrorCode(status, text), status)
      if (text.trim() === '') return undefined
      try {
        return JSON.parse(text)
      } catch (error) {
        throw new VendorError('unexpected_answer', undefined, { cause: error })
      }
    },
  )

const readField = (response: unknown, name: string): unknown =>
  typeof response === 'object' && response !== null ? (response as Record<string, unknown>)[name] : undefined

/**
 * Updates an agent. Source: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/update
 * @throws {VendorError}, also if the response is for another agent
 */
export async function patchAgent(api: VendorApi, agentId: string, patch: object): Promise<void> {
  const response = await sendRequest(api, 'PATCH', `/v1/convai/agents/${encodeURIComponent(agentId)}`, patch)
  if (readField(response, 'agent_id') !== agentId) throw new VendorError('unexpected_answer')
}

async function requestConversation(
  api: VendorApi,
  method: string,
  id: string,
): Promise<{ answer: unknown } | undefined> {
  try {
    return { answer: await sendRequest(api, method, `/v1/convai/conversations/${encodeURIComponent(id)}`) }
  } catch (error) {
    if (error instanceof VendorError && error.status === 404) return undefined
    throw error
  }
}

/**
 * Returns the agent id of a conversation. Source:
 * https://elevenlabs.io/docs/eleven-agents/api-reference/conversations/get
 * @returns undefined if the conversation does not exist
 * @throws {VendorError}
 */
export async function findConversationAgent(api: VendorApi, id: string): Promise<string | undefined> {
  const conversation = await requestConversation(api, 'GET', id)
  if (!conversation) return undefined
  const agentId = readField(conversation.answer, 'agent_id')
  if (typeof agentId !== 'string') throw new VendorError('unexpected_answer')
  return agentId
}

/**
 * Deletes a conversation with its audio and transcript. Source:
 * https://elevenlabs.io/docs/eleven-agents/api-reference/conversations/delete
 * @returns false if the conversation did not exist
 * @throws {VendorError}
 */
export const deleteConversation = async (api: VendorApi, id: string): Promise<boolean> =>
  (await requestConversation(api, 'DELETE', id)) !== undefined
