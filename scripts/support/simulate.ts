import { SIGNATURE_HEADER, buildSignature } from '../../lib/dashboard/voice/signature.ts'
import { UserError } from './progress.ts'
import { createSimulatedEvent } from './sample-data/events.ts'

export type Line = { siteUrl: string; secret: string; agentId: string; zone: string }

export type LocalVoice = { url: string; apiKey: string }

const createUnreachableError = (siteUrl: string, cause: unknown) =>
  new UserError(`The site is not running at ${siteUrl}: start it with \`npm start\` first.`, { cause })

/** Sends a JSON request. @throws {UserError} if nothing responds */
const post = (url: string, headers: Record<string, string>, body: string, siteUrl: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }).catch(
    (error: unknown) => {
      throw createUnreachableError(siteUrl, error)
    },
  )

function parseDeliveryStatus(wasAccepted: boolean, status: number, body: string): string {
  const result = (() => {
    try {
      return JSON.parse(body) as { status?: string; error?: string }
    } catch {
      // Ignores the error: another server responded without JSON.
      return {}
    }
  })()
  if (!wasAccepted || !result.status) throw new UserError(`The site rejected the call: ${result.error ?? status}`)
  return result.status
}

type LocalCallResponse = { delivery: { status: number; body: string | null; failure: string | null } | null }

/**
 * Simulates a call in the local voice vendor, which then calls the site's webhooks.
 * @returns the site's result: `stored`, or the reason
 * @throws {UserError} if the vendor or the site does not respond or rejects the call
 */
export async function placeVendorCall(
  { siteUrl, agentId, zone }: Omit<Line, 'secret'>,
  { url, apiKey }: LocalVoice,
): Promise<string> {
  const { transcript, metadata, analysis } = createSimulatedEvent(agentId, zone).data
  const call = {
    agent_id: agentId,
    caller_id: metadata.phone_call?.external_number,
    call_duration_secs: metadata.call_duration_secs,
    main_language: metadata.main_language,
    transcript,
    analysis,
  }
  const response = await post(`${url}/local/calls`, { 'xi-api-key': apiKey }, JSON.stringify(call), siteUrl)
  if (response.status === 404) {
    throw new UserError('The local voice vendor does not have the sample company: delete .data/ to start over.')
  }
  if (!response.ok) throw new UserError(`The local voice vendor rejected the call: ${await response.text()}`)
  const { delivery } = (await response.json()) as LocalCallResponse
  if (!delivery || delivery.status === 0) throw createUnreachableError(siteUrl, delivery?.failure)
  return parseDeliveryStatus(delivery.status === 200, delivery.status, delivery.body ?? '')
}

/**
 * Sends a finished call to a running site, as the vendor would.
 * @returns the site's result: `stored`, or the reason
 * @throws {UserError} if the site does not respond
 */
export async function simulateCall({ siteUrl, secret, agentId, zone }: Line): Promise<string> {
  const body = JSON.stringify(createSimulatedEvent(agentId, zone))
  const signature = { [SIGNATURE_HEADER]: buildSignature(body, secret, new Date()) }
  const response = await post(`${siteUrl}/api/webhooks/voice`, signature, body, siteUrl)
  return parseDeliveryStatus(response.ok, response.status, await response.text())
}
