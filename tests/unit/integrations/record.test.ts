import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  calendarsResponse,
  connectionLog,
  type ConnectionRecord,
  type IntegrationRecord,
  integrationsResponse,
  testResponse,
} from '../../../lib/dashboard/integrations/record.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const NOON = '2026-03-01T12:00:00.000Z'

const CONNECTION: ConnectionRecord = {
  id: ID,
  scopes: ['api'],
  writes: [],
  account: null,
  connectedAt: NOON,
  checkedAt: null,
  lastUsedAt: NOON,
  failure: null,
  messages: null,
}

const INTEGRATION: IntegrationRecord = {
  provider: 'slack',
  isOffered: true,
  wantedAt: null,
  localPage: null,
  refused: null,
  refusedWriting: null,
  connection: CONNECTION,
}

const ENTRY = { id: ID, at: NOON, personId: null, action: 'connection.used', read: 'names', wrote: null, callId: null }

const buildResponse = (integration: object) => ({
  integrations: [{ ...INTEGRATION, ...integration }],
  allowance: 'Front desk includes 2 connected systems.',
  timeZone: 'America/New_York',
})
const buildConnectedResponse = (overrides: object) => buildResponse({ connection: { ...CONNECTION, ...overrides } })
const log = (overrides: object) => ({ entries: [{ ...ENTRY, actor: 'person', ...overrides }], next: null })
const buildCalendars = (busy: object) => ({
  calendars: [{ id: 'a', name: 'Office', isMain: true, isChosen: false }],
  busy: [{ startsAt: NOON, endsAt: NOON, ...busy }],
})

describe('integration API responses', () => {
  it.each<[what: string, form: z.ZodType, body: unknown]>([
    ['a disconnected system', integrationsResponse, buildResponse({ connection: null })],
    [
      'a system outside the plan',
      integrationsResponse,
      buildResponse({ refused: 'No room.', refusedWriting: 'Reads.' }),
    ],
    ['an unused connection', integrationsResponse, buildConnectedResponse({ lastUsedAt: null })],
    ['a failed connection', integrationsResponse, buildConnectedResponse({ account: 'a', failure: 'no_answer' })],
    ['an event of the assistant', connectionLog, log({ actor: 'assistant', callId: 'call' })],
    ['an event of an API key', connectionLog, { ...log({ actor: 'key' }), next: 'cursor' }],
    ['an event of the site', connectionLog, log({ actor: 'site' })],
    ['a test', testResponse, { account: null, kind: 'customer', name: null }],
    ['busy times', calendarsResponse, buildCalendars({})],
  ])('accept %s', (_, form, body) => expect(form.parse(body)).toEqual(body))

  it.each<[what: string, form: z.ZodType, body: unknown]>([
    ['an unknown system', integrationsResponse, buildResponse({ provider: 'constructor' })],
    [
      'a connection with an invalid start time',
      integrationsResponse,
      buildConnectedResponse({ connectedAt: 'yesterday' }),
    ],
    [
      'a connection with an invalid check time',
      integrationsResponse,
      buildConnectedResponse({ checkedAt: 'yesterday' }),
    ],
    ['an unknown failure', integrationsResponse, buildConnectedResponse({ failure: 'broken' })],
    ['an event with an unknown actor', connectionLog, log({ actor: 'nobody' })],
    ['an event with an invalid time', connectionLog, log({ at: 'yesterday' })],
    ['invalid busy times', calendarsResponse, buildCalendars({ endsAt: 'tomorrow' })],
  ])('reject %s', (_, form, body) => expect(form.safeParse(body).success).toBe(false))
})
