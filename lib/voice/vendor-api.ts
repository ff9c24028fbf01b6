import { inClientSpan } from '../telemetry/spans.ts'

/*
 * Requests to the API of ElevenLabs, whose documentation is at https://elevenlabs.io/docs/api-reference/introduction.
 */

/** Milliseconds that one request to the vendor may take, its answer included. */
const DEADLINE = 10_000

/** Bytes of the longest answer that is read: an agent with everything that it is told. */
const MAX_ANSWER = 2_000_000

/** How the vendor is reached. */
export type VendorApi = { apiUrl: string; apiKey: string }

/** Why the vendor did not do what it was asked for, as a code; never its own words, which may quote somebody. */
export class VendorError extends Error {
  readonly code: string
  /** Its status; undefined when it gave no answer that could be read. */
  readonly status: number | undefined
  constructor(code: string, status?: number, options?: ErrorOptions) {
    super(`The voice vendor: ${code}`, options)
    this.name = 'VendorError'
    this.code = code
    this.status = status
  }
}

/** Statuses of 4xx that pass by themselves: too slow, too early, too many requests. */
const PASSING = new Set([408, 425, 429])

/** Whether the vendor will say the same again, however often it is asked. */
export const isRefusal = ({ status }: VendorError): boolean =>
  status !== undefined && status >= 400 && status < 500 && !PASSING.has(status)

/** Whether it is the site's key that is refused, which whoever runs the site sets right, and not what it was asked for. */
export const isKeyRefused = ({ status }: VendorError): boolean => status === 401 || status === 403

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER) throw new VendorError('answer_too_long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** A code in the documented form of its errors, `{ detail: { status } }`; otherwise its HTTP status. */
function refusalCode(status: number, text: string): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: { status?: unknown } }
    const code = detail?.status
    if (typeof code === 'string' && /^[a-z_]{1,60}$/.test(code)) return code
  } catch {
    // It is no JSON, so that only its status says anything.
  }
  return `http_${status}`
}

/**
 * Asks the vendor, within a deadline and without following it elsewhere: the key goes to no address but its own.
 * @returns what it answers, as JSON; undefined for an empty answer
 * @throws {VendorError}
 */
const ask = (api: VendorApi, method: string, path: string, body?: object): Promise<unknown> =>
  inClientSpan(`${method} voice vendor`, { 'peer.service': 'voice-vendor', 'http.request.method': method }, () =>
    askVendor(api, method, path, body),
  )

async function askVendor({ apiUrl, apiKey }: VendorApi, method: string, path: string, body?: object): Promise<unknown> {
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
      signal: AbortSignal.timeout(DEADLINE),
    })
    status = response.status
    text = await readText(response)
  } catch (error) {
    if (error instanceof VendorError) throw error
    throw new VendorError('no_answer', undefined, { cause: error })
  }
  if (status < 200 || status > 299) throw new VendorError(refusalCode(status, text), status)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new VendorError('unexpected_answer', undefined, { cause: error })
  }
}

/** A field of an answer; undefined where it is not there. */
const field = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[name] : undefined

/**
 * Changes an agent. Source: https://elevenlabs.io/docs/eleven-agents/api-reference/agents/update
 * @throws {VendorError}, also when the answer is not about this agent, so that nothing counts as told that was not
 */
export async function patchAgent(api: VendorApi, agentId: string, patch: object): Promise<void> {
  const answer = await ask(api, 'PATCH', `/v1/convai/agents/${encodeURIComponent(agentId)}`, patch)
  if (field(answer, 'agent_id') !== agentId) throw new VendorError('unexpected_answer')
}

const conversationPath = (id: string) => `/v1/convai/conversations/${encodeURIComponent(id)}`

/**
 * Whose a conversation is. Source: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations/get
 * @returns the id of its agent; undefined when there is no such conversation
 * @throws {VendorError}
 */
export async function agentOfConversation(api: VendorApi, id: string): Promise<string | undefined> {
  try {
    const agentId = field(await ask(api, 'GET', conversationPath(id)), 'agent_id')
    if (typeof agentId !== 'string') throw new VendorError('unexpected_answer')
    return agentId
  } catch (error) {
    if (error instanceof VendorError && error.status === 404) return undefined
    throw error
  }
}

/**
 * Deletes a conversation: its sound, its words and what is noted beside them.
 * Source: https://elevenlabs.io/docs/eleven-agents/api-reference/conversations/delete
 * @returns false when there was none
 * @throws {VendorError}
 */
export async function deleteConversation(api: VendorApi, id: string): Promise<boolean> {
  try {
    await ask(api, 'DELETE', conversationPath(id))
    return true
  } catch (error) {
    if (error instanceof VendorError && error.status === 404) return false
    throw error
  }
}
