import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  calendarsAnswer,
  connectionLog,
  type ConnectionRecord,
  type IntegrationRecord,
  integrationsAnswer,
  testAnswer,
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

const answer = (integration: object) => ({
  integrations: [{ ...INTEGRATION, ...integration }],
  allowance: 'Front desk includes 2 connected systems.',
  timeZone: 'America/New_York',
})
const connected = (more: object) => answer({ connection: { ...CONNECTION, ...more } })
const log = (more: object) => ({ entries: [{ ...ENTRY, actor: 'person', ...more }], next: null })
const calendars = (busy: object) => ({
  calendars: [{ id: 'a', name: 'Office', isMain: true, isChosen: false }],
  busy: [{ startsAt: NOON, endsAt: NOON, ...busy }],
})

describe('integration API responses', () => {
  it.each<[what: string, form: z.ZodType, body: unknown]>([
    ['a system that is not connected', integrationsAnswer, answer({ connection: null })],
    ['a system that the plan refuses', integrationsAnswer, answer({ refused: 'No room.', refusedWriting: 'Reads.' })],
    ['a connection that was never tried', integrationsAnswer, connected({ lastUsedAt: null })],
    ['a connection that does not work', integrationsAnswer, connected({ account: 'a', failure: 'no_answer' })],
    ['what the assistant did', connectionLog, log({ actor: 'assistant', callId: 'call' })],
    ['what a program and the site did', connectionLog, { ...log({ actor: 'key' }), next: 'cursor' }],
    ['what the site did', connectionLog, log({ actor: 'site' })],
    ['a test', testAnswer, { account: null, kind: 'customer', name: null }],
    ['busy times', calendarsAnswer, calendars({})],
  ])('accept %s', (_, form, body) => expect(form.parse(body)).toEqual(body))

  it.each<[what: string, form: z.ZodType, body: unknown]>([
    ['a system that is none of ours', integrationsAnswer, answer({ provider: 'constructor' })],
    ['a connection since no moment', integrationsAnswer, connected({ connectedAt: 'yesterday' })],
    ['a connection that was tried at no moment', integrationsAnswer, connected({ checkedAt: 'yesterday' })],
    ['a failure that has no words', integrationsAnswer, connected({ failure: 'broken' })],
    ['an entry of nobody', connectionLog, log({ actor: 'nobody' })],
    ['an entry of no moment', connectionLog, log({ at: 'yesterday' })],
    ['times that are no moments', calendarsAnswer, calendars({ endsAt: 'tomorrow' })],
  ])('reject %s', (_, form, body) => expect(form.safeParse(body).success).toBe(false))
})
