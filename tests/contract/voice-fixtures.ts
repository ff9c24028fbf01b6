import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { asc } from 'drizzle-orm'
import { afterEach } from 'vitest'
import type { Database } from '../../lib/platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { assistantHandovers, events, organizationSettings } from '../support/tables.ts'
import { closeServer, listenOnFreePort } from '../support/http.ts'
import { requestSync } from '../../lib/dashboard/voice-vendor/sync-request.ts'

export const VENDOR_KEY = 'key-of-the-vendor'

export type VendorRequest = { method: string; path: string; key: unknown; body: string }

type Reply = (asked: VendorRequest, response: ServerResponse, request: IncomingMessage) => void

const openServers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of openServers.splice(0)) await close()
})

export const replyWithAgentId: Reply = ({ path }, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ agent_id: decodeURIComponent(path.split('/').at(-1) ?? '') }))
}

export async function createFakeVendor(first: Reply = replyWithAgentId) {
  const requests: VendorRequest[] = []
  const state = { reply: first }
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const vendorRequest = { method, path, key: headers['xi-api-key'], body: await text(request) }
    requests.push(vendorRequest)
    state.reply(vendorRequest, response, request)
  })
  const apiUrl = `http://127.0.0.1:${await listenOnFreePort(server)}`
  openServers.push(() => closeServer(server))
  const answerWith = (reply: Reply) => void (state.reply = reply)
  return { asked: requests, api: { apiUrl, apiKey: VENDOR_KEY }, answerWith }
}

export const replyWith =
  (status: number, body: unknown = { detail: { status: 'a_code', message: 'Words of the vendor' } }): Reply =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export function getOrganization(db: Database, organizationId: string) {
  const within = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) =>
    runInOrganization(db, organizationId, work)
  return {
    within,
    setAgent: (voiceAgentId: string | null, reason: string) =>
      within(async (tx) => {
        await tx.db
          .insert(organizationSettings)
          .values({ organizationId, voiceAgentId })
          .onConflictDoUpdate({ target: organizationSettings.organizationId, set: { voiceAgentId } })
        await requestSync(tx, reason)
      }),
    handover: async () => (await within((tx) => tx.db.select().from(assistantHandovers)))[0],
    logged: async (prefix: string) =>
      (await within((tx) => tx.db.select().from(events).orderBy(asc(events.at))))
        .filter(({ action }) => action.startsWith(prefix))
        .map(({ action, actorKind, details }) => ({ action, actorKind, details })),
  }
}

export function createLog() {
  const lines: Record<string, unknown>[] = []
  const recordLine = (facts: Record<string, unknown>) => void lines.push(facts)
  return { lines, log: { warn: recordLine, error: recordLine } }
}
