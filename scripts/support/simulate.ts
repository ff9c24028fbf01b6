import { SIGNATURE_HEADER, signatureOf } from '../../lib/voice/signature.ts'
import { UserError } from './progress.ts'
import { simulatedEvent } from './sample-data/events.ts'

export type Line = { siteUrl: string; secret: string; agentId: string; zone: string }

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
    throw new UserError(`The site does not answer at ${siteUrl}: start it with \`npm start\` first.`, { cause: error })
  })
  const answer = (await response.json()) as { status?: string; error?: string }
  if (!response.ok || !answer.status)
    throw new UserError(`The site refused the call: ${answer.error ?? response.status}`)
  return answer.status
}
