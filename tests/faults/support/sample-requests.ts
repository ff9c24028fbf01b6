import { randomUUID } from 'node:crypto'
import { issueTicket } from '../../../lib/site/contact/ticket.ts'
import { SIGNATURE_HEADER, buildSignature } from '../../../lib/dashboard/voice/signature.ts'
import { createSimulatedEvent } from '../../../scripts/support/sample-data/events.ts'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { buildCookies, getToken } from '../../e2e/account/gate-visitors.ts'
import { stack } from '../../support/stack/addresses.ts'
import { requestSite, type SiteResult } from './request-site.ts'

/** Makes the site trust the client address sent by a test, so that no form is rate-limited. */
export const TRUSTED_PROXY_ENV = { TRUSTED_PROXIES: '1' }

let clientCount = 0
const createClientAddress = () => `10.${(clientCount >> 16) & 255}.${(clientCount >> 8) & 255}.${clientCount++ & 255}`

export function createMessage(mark: string): { send: (site: string) => Promise<SiteResult> } {
  const ticket = issueTicket(stack.env.contact.secret, Date.now() - 60_000)
  const body = JSON.stringify({ name: mark, email: 'ada@example.com', company: mark, message: `About ${mark}`, ticket })
  return {
    send: (site) =>
      requestSite(site, '/api/contact', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: stack.env.siteUrl,
          'x-forwarded-for': createClientAddress(),
        },
        body,
      }),
  }
}

export const sendMessage = (site: string): Promise<SiteResult> => createMessage(`mark ${randomUUID()}`).send(site)

export function createVoiceCall(
  agentId = COMPANY.settings.voiceAgentId,
  { isRecorded = false } = {},
): { id: string; send: (site: string) => Promise<SiteResult> } {
  const event = createSimulatedEvent(agentId, COMPANY.settings.timeZone)
  event.data.has_audio = isRecorded
  const body = JSON.stringify(event)
  return {
    id: event.data.conversation_id,
    send: (site) =>
      requestSite(site, '/api/webhooks/voice', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: buildSignature(body, stack.env.voice.webhookSecret ?? '', new Date()),
        },
        body,
      }),
  }
}

export const reportCall = (site: string): Promise<SiteResult> => createVoiceCall().send(site)

export async function requestDashboard(site: string, path: string, init: RequestInit = {}): Promise<SiteResult> {
  const headers = { accept: 'text/html', origin: stack.env.siteUrl, ...(await buildCookies(getToken('admin'))) }
  return requestSite(site, path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
}
