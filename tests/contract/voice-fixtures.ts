import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { asc } from 'drizzle-orm'
import { afterEach } from 'vitest'
import type { Database } from '../../lib/platform/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { assistantHandovers, events, organizationSettings } from '../support/tables.ts'
import { closed, listening } from '../support/http.ts'
import { requestHandover } from '../../lib/dashboard/voice-vendor/handover-request.ts'

export const VENDOR_KEY = 'key-of-the-vendor'

export type Asked = { method: string; path: string; key: unknown; body: string }

type Reply = (asked: Asked, response: ServerResponse, request: IncomingMessage) => void

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

export const takes: Reply = ({ path }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ agent_id: decodeURIComponent(path.split('/').at(-1) ?? '') }))
}

export async function fakeVendor(first: Reply = takes) {
  const asked: Asked[] = []
  const state = { reply: first }
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const each = { method, path, key: headers['xi-api-key'], body: await text(request) }
    asked.push(each)
    state.reply(each, response, request)
  })
  const apiUrl = `http://127.0.0.1:${await listening(server)}`
  open.push(() => closed(server))
  const answerWith = (reply: Reply) => void (state.reply = reply)
  return { asked, api: { apiUrl, apiKey: VENDOR_KEY }, answerWith }
}

export const answers =
  (status: number, body: unknown = { detail: { status: 'a_code', message: 'Words of the vendor' } }): Reply =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export function organizationOf(db: Database, organizationId: string) {
  const within = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(db, organizationId, work)
  return {
    within,
    setAgent: (voiceAgentId: string | null, reason: string) =>
      within(async (tx) => {
        await tx.db
          .insert(organizationSettings)
          .values({ organizationId, voiceAgentId })
          .onConflictDoUpdate({ target: organizationSettings.organizationId, set: { voiceAgentId } })
        await requestHandover(tx, reason)
      }),
    handover: async () => (await within((tx) => tx.db.select().from(assistantHandovers)))[0],
    logged: async (prefix: string) =>
      (await within((tx) => tx.db.select().from(events).orderBy(asc(events.at))))
        .filter(({ action }) => action.startsWith(prefix))
        .map(({ action, actorKind, details }) => ({ action, actorKind, details })),
  }
}

export function noted() {
  const lines: Record<string, unknown>[] = []
  const note = (facts: Record<string, unknown>) => void lines.push(facts)
  return { lines, log: { warn: note, error: note } }
}
