import { afterAll, beforeAll, vi } from 'vitest'
import { type ApiOptions, createApiRoute } from '../../lib/dashboard/api/operation.ts'
import { API_V1_PATH, findOperations } from '../../lib/dashboard/api/resource-operations.ts'
import { appointmentResource } from '../../lib/dashboard/api/appointments.ts'
import { callResource } from '../../lib/dashboard/api/calls.ts'
import { leadResource } from '../../lib/dashboard/api/leads.ts'
import { withOrganization } from '../../lib/platform/db/organization.ts'
import { type Scope, SCOPE_NAMES } from '../../lib/platform/auth/scopes.ts'
import { createKey } from '../../lib/dashboard/keys/repository.ts'
import { resetPool } from '../support/reset-pool.ts'
import { stubSiteEnv } from '../support/site-env.ts'

export const RESOURCES = [callResource, leadResource, appointmentResource]

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

export type RequestParts = {
  key?: string
  body?: unknown
  text?: string
  headers?: Record<string, string>
}

export type ApiResponse = { status: number; headers: Headers; body: Record<string, unknown> }

const OWNER = { kind: 'person', id: 'user_1' } as const

/** Returns a client for the API on the given database; closes its pool after the tests. */
export function setUpApi(database: { readonly url: string }, options: Partial<Omit<ApiOptions, 'databaseUrl'>> = {}) {
  let handle: ReturnType<typeof createApiRoute> | undefined
  beforeAll(() => stubSiteEnv())
  afterAll(async () => {
    await resetPool()
    vi.unstubAllEnvs()
  })
  return {
    send: async (
      method: string,
      path: string,
      { key, body, text, headers }: RequestParts = {},
    ): Promise<ApiResponse> => {
      handle ??= createApiRoute(findOperations, { hasApi: async () => true, ...options, databaseUrl: database.url })
      const request = new Request(new URL(path, 'http://localhost:3000'), {
        method,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...((body !== undefined || text !== undefined) && { body: text ?? JSON.stringify(body) }),
      })
      const rest = new URL(request.url).pathname.slice(API_V1_PATH.length + 1)
      const segments = rest === '' ? {} : { path: rest.split('/').map(decodeURIComponent) }
      const response = await handle(request, { params: Promise.resolve(segments) })
      const responseText = await response.text()
      return { status: response.status, headers: response.headers, body: responseText ? JSON.parse(responseText) : {} }
    },
    keyOf: (organizationId: string, scopes: readonly Scope[] = SCOPE_NAMES) =>
      withOrganization(database.url, organizationId, async (tx) => {
        const { key, record } = await createKey(tx, OWNER, { name: 'Office', scopes: [...scopes] })
        return { key, id: record.id }
      }),
  }
}

export type Api = ReturnType<typeof setUpApi>
