import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { type ApiOptions, apiRoute } from '../../lib/api/operation.ts'
import { API_V1, operationsAt } from '../../lib/api/resource-operations.ts'
import { appointmentResource } from '../../lib/api/resources/appointments.ts'
import { callResource } from '../../lib/api/resources/calls.ts'
import { leadResource } from '../../lib/api/resources/leads.ts'
import { type Database, openDatabase } from '../../lib/db/client.ts'
import { inOrganization } from '../../lib/db/organization.ts'
import { type Scope, SCOPE_NAMES } from '../../lib/keys/scopes.ts'
import { createKey } from '../../lib/keys/store.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { stubSiteEnv } from '../support/site-env.ts'
import type { TestDatabase } from '../support/test-database.ts'

export const RESOURCES = [callResource, leadResource, appointmentResource]

/** Something of each kind, as a program sends it. */
export const SAMPLES = {
  calls: {
    startedAt: '2026-03-01T07:14:00Z',
    outcome: 'booked',
    callerName: 'Ada Byron',
    callerPhone: '(212) 555-0142',
    summary: 'The furnace is out.',
    transcript: [{ speaker: 'caller', text: 'No heat since last night', at: 2 }],
  },
  leads: { name: 'Ada Byron', phone: '+12125550142', problem: 'No heat' },
  appointments: {
    customer: 'Ada Byron',
    job: 'No heat',
    startsAt: '2026-03-02T13:00:00Z',
    endsAt: '2026-03-02T15:00:00Z',
  },
} satisfies Record<string, object>

export type Kind = keyof typeof SAMPLES

export const KINDS = Object.keys(SAMPLES) as Kind[]

export type Sent = {
  key?: string
  body?: unknown
  /** In place of the body as JSON. */
  text?: string
  headers?: Record<string, string>
}

/** What a request was answered with. */
export type Answered = { status: number; headers: Headers; body: Record<string, unknown> }

export type Api = {
  /** Of the server, with the rights of its owner. */
  url: string
  db: Database
  send: (method: string, path: string, sent?: Sent) => Promise<Answered>
  keyOf: (organizationId: string, scopes?: readonly Scope[]) => Promise<{ key: string; id: string }>
  close: () => Promise<void>
}

const OWNER = { kind: 'person', id: 'user_1' } as const

/** The API's routes on a server, as the framework calls them. */
export async function startApi(
  server: TestDatabase,
  options: Partial<Omit<ApiOptions, 'databaseUrl'>> = {},
): Promise<Api> {
  stubSiteEnv()
  const opened = await openDatabase(server.url)
  const answer = apiRoute(operationsAt, { hasApi: async () => true, ...options, databaseUrl: server.url })
  const send: Api['send'] = async (method, path, { key, body, text, headers } = {}) => {
    const request = new Request(new URL(path, 'http://localhost:3000'), {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...((body !== undefined || text !== undefined) && { body: text ?? JSON.stringify(body) }),
    })
    const rest = new URL(request.url).pathname.slice(API_V1.length + 1)
    const segments = rest === '' ? {} : { path: rest.split('/').map(decodeURIComponent) }
    const response = await answer(request, { params: Promise.resolve(segments) })
    const answered = await response.text()
    return { status: response.status, headers: response.headers, body: answered ? JSON.parse(answered) : {} }
  }
  return {
    url: server.url,
    db: opened.db,
    send,
    keyOf: (organizationId, scopes = SCOPE_NAMES) =>
      inOrganization(opened.db, organizationId, async (tx) => {
        const { key, record } = await createKey(tx, OWNER, { name: 'Office', scopes: [...scopes] })
        return { key, id: record.id }
      }),
    close: async () => {
      await forgetPool()
      await opened.close()
      await server.close()
      vi.unstubAllEnvs()
    },
  }
}

/** An organization that no other test knows. */
export const newOrganization = (): string => `org_${randomUUID().slice(0, 8)}`
