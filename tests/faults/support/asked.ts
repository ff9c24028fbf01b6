import { randomUUID } from 'node:crypto'
import { issueTicket } from '../../../lib/site/contact/ticket.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../../lib/dashboard/voice/signature.ts'
import { simulatedEvent } from '../../../scripts/support/sample-data/events.ts'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { cookiesWith, tokenOf } from '../../e2e/account/gate-visitors.ts'
import { stack } from '../../support/stack/addresses.ts'
import { visit, type Visit } from './visit.ts'

/** Makes the site trust the client address sent by a test, so that no form is rate-limited. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '1' }

let senders = 0
const nextAddress = () => `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders++ & 255}`

export function newMessage(mark: string): { send: (site: string) => Promise<Visit> } {
  const ticket = issueTicket(stack.env.contact.secret, Date.now() - 60_000)
  const body = JSON.stringify({ name: mark, email: 'ada@example.com', company: mark, message: `About ${mark}`, ticket })
  return {
    send: (site) =>
      visit(site, '/api/contact', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: stack.env.siteUrl,
          'x-forwarded-for': nextAddress(),
        },
        body,
      }),
  }
}

export const sendMessage = (site: string): Promise<Visit> => newMessage(`mark ${randomUUID()}`).send(site)

export function newCall(
  agentId = COMPANY.settings.voiceAgentId,
  { isRecorded = false } = {},
): { id: string; send: (site: string) => Promise<Visit> } {
  const event = simulatedEvent(agentId, COMPANY.settings.timeZone)
  event.data.has_audio = isRecorded
  const body = JSON.stringify(event)
  return {
    id: event.data.conversation_id,
    send: (site) =>
      visit(site, '/api/webhooks/voice', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: signatureOf(body, stack.env.voice.webhookSecret ?? '', new Date()),
        },
        body,
      }),
  }
}

export const reportCall = (site: string): Promise<Visit> => newCall().send(site)

export async function askDashboard(site: string, path: string, init: RequestInit = {}): Promise<Visit> {
  const headers = { accept: 'text/html', origin: stack.env.siteUrl, ...(await cookiesWith(tokenOf('admin'))) }
  return visit(site, path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
}
