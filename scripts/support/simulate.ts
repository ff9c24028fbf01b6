import { SIGNATURE_HEADER, signatureOf } from '../../lib/voice/signature.ts'
import { UserError } from './progress.ts'
import { simulatedEvent } from './sample-data/events.ts'

export type Line = { siteUrl: string; secret: string; agentId: string; zone: string }

/** A local voice vendor, which has the call come in. */
export type LocalVoice = { url: string; apiKey: string }

const noSite = (siteUrl: string, cause: unknown) =>
  new UserError(`The site does not answer at ${siteUrl}: start it with \`npm start\` first.`, { cause })

function statusOf(isTaken: boolean, status: number, body: string): string {
  const answer = (() => {
    try {
      return JSON.parse(body) as { status?: string; error?: string }
    } catch {
      // Something else than the site answers there.
      return {}
    }
  })()
  if (!isTaken || !answer.status) throw new UserError(`The site refused the call: ${answer.error ?? status}`)
  return answer.status
}

type Taken = { delivery: { status: number; body: string | null; failure: string | null } | null }

/**
 * Has one call come in at the local voice vendor, which asks the site what it begins with, keeps the recording, and reports it.
 * @returns what the site answered: `stored`, or why not
 * @throws {UserError} when the vendor or the site does not answer, or refuses the call
 */
export async function callAtVendor(
  { siteUrl, agentId, zone }: Omit<Line, 'secret'>,
  { url, apiKey }: LocalVoice,
): Promise<string> {
  const { transcript, metadata, analysis } = simulatedEvent(agentId, zone).data
  const response = await fetch(`${url}/local/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'xi-api-key': apiKey },
    body: JSON.stringify({
      agent_id: agentId,
      caller_id: metadata.phone_call?.external_number,
      call_duration_secs: metadata.call_duration_secs,
      main_language: metadata.main_language,
      transcript,
      analysis,
    }),
  }).catch((error: unknown) => {
    throw noSite(siteUrl, error)
  })
  if (response.status === 404) {
    throw new UserError('The local voice vendor does not know the sample company: delete .data/ to begin anew.')
  }
  if (!response.ok) throw new UserError(`The local voice vendor refused the call: ${await response.text()}`)
  const { delivery } = (await response.json()) as Taken
  if (!delivery || delivery.status === 0) throw noSite(siteUrl, delivery?.failure)
  return statusOf(delivery.status === 200, delivery.status, delivery.body ?? '')
}

/**
 * Has one call come in at a running site, as the voice vendor reports it.
 * @returns what the site answered: `stored`, or why not
 * @throws {UserError} when the site does not answer, or refuses the call
 */
export async function simulateCall({ siteUrl, secret, agentId, zone }: Line): Promise<string> {
  const body = JSON.stringify(simulatedEvent(agentId, zone))
  const response = await fetch(`${siteUrl}/api/webhooks/voice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret, new Date()) },
    body,
  }).catch((error: unknown) => {
    throw noSite(siteUrl, error)
  })
  return statusOf(response.ok, response.status, await response.text())
}
