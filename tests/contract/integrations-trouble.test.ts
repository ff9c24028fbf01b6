import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { organizations } from '../../lib/db/schema/index.ts'
import { connectWithKey } from '../../lib/integrations/connect.ts'
import { removeConnection, testConnection } from '../../lib/integrations/manage.ts'
import { removeAllConnections } from '../../lib/integrations/remove-all.ts'
import { openConnection } from '../../lib/integrations/store.ts'
import {
  beginGoogle,
  connectGoogle,
  connectionsOf,
  finishGoogle,
  GOOGLE,
  OWNER,
  PERSON,
  signInAtProvider,
  type RunningWorkplace,
  startWorkplace,
  TITAN_KEY,
} from './integrations-fixtures.ts'

/** Providers that are down, stand still, or answer something else entirely. */

const HOUR = 3_600_000

/** Milliseconds that a provider has for an answer. */
const DEADLINE = 5_000

/** Deadlines of the requests to a provider that hangs: they pass when a test says so. */
let deadlines: AbortController[] = []
const passDeadlines = () => {
  for (const deadline of deadlines) deadline.abort(new DOMException('The deadline has passed', 'TimeoutError'))
}

let running: RunningWorkplace
let oauth: RunningWorkplace['oauth']
let place: RunningWorkplace['place']
let office: RunningWorkplace['office']
beforeAll(async () => {
  running = await startWorkplace()
  ;({ oauth, place, office } = running)
})
afterAll(() => running.close())
beforeEach(async () => {
  await place.opened.db.delete(organizations)
  deadlines = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const deadline = new AbortController()
    deadlines.push(deadline)
    return deadline.signal
  })
})
afterEach(() => {
  oauth.trouble = undefined
  vi.restoreAllMocks()
})

const begin = () => beginGoogle(office)
const finish = (params: URLSearchParams) => finishGoogle(office, params)
const connect = () => connectGoogle(office)
const rows = () => connectionsOf(office)
const secretOf = async () => (await openConnection(office, GOOGLE))?.secret

it('holds up nobody else while a provider stands still: no transaction is open meanwhile', async () => {
  await connect()
  oauth.trouble = { at: '/', does: 'hang' }
  place.clock.advance(HOUR)
  const waiting = testConnection(office, GOOGLE, PERSON)
  await expect.poll(() => oauth.requests.at(-1)).toBe('POST /token')
  const before = Date.now()
  await place.opened.db.execute(sql`select 1`)
  expect(Date.now() - before).toBeLessThan(2_000)
  expect(new Set(vi.mocked(AbortSignal.timeout).mock.calls.flat())).toEqual(new Set([DEADLINE]))
  passDeadlines()
  expect(await waiting).toEqual({ failure: 'no_answer' })
})

it.each([
  ['fails', 'fail', 'no_answer'],
  ['hangs', 'hang', 'no_answer'],
  ['answers garbage', 'garbage', 'refused'],
  ['answers without an end', 'endless', 'refused'],
] as const)('makes no connection when the provider %s', async (_, does, outcome) => {
  const params = await signInAtProvider(await begin())
  oauth.trouble = { at: '/token', does, onHang: passDeadlines }
  expect(await finish(params)).toBe(outcome)
  expect(await rows()).toEqual([])
})

it.each([
  ['fails', 'fail', 'no_answer'],
  ['hangs', 'hang', 'no_answer'],
  ['answers garbage', 'garbage', 'unexpected_answer'],
  ['answers without an end', 'endless', 'unexpected_answer'],
] as const)('notes why a connection does not work while the provider %s', async (_, does, failure) => {
  await connect()
  oauth.trouble = { at: '/calendar', does, onHang: passDeadlines }
  expect(await testConnection(office, GOOGLE, PERSON)).toEqual({ failure })
  expect(await rows()).toMatchObject([{ failure }])
  oauth.trouble = { at: '/token', does, onHang: passDeadlines }
  place.clock.advance(HOUR)
  expect(await testConnection(office, GOOGLE, PERSON)).toHaveProperty('failure')
  oauth.trouble = undefined
  expect(await testConnection(office, GOOGLE, PERSON), 'nothing was lost meanwhile').toHaveProperty('sample')
  expect(await rows()).toMatchObject([{ failure: null }])
})

it('removes a connection although the provider does not answer when it is told', async () => {
  await connect()
  const token = (await secretOf())?.accessToken ?? ''
  oauth.trouble = { at: '/token/revocation', does: 'hang', onHang: passDeadlines }
  expect(await removeConnection(office, GOOGLE, PERSON)).toBe('failed')
  expect(await rows()).toEqual([])
  expect(await oauth.isGood(token)).toBe(true)
  expect(await removeConnection(office, GOOGLE, PERSON)).toBeUndefined()
})

it('removes all connections together, at the providers too, and names those that could not be told', async () => {
  await connect()
  await connectWithKey(office, OWNER, 'servicetitan', TITAN_KEY)
  const token = (await secretOf())?.accessToken ?? ''
  expect(await removeAllConnections(office, PERSON)).toEqual([])
  expect(await rows()).toEqual([])
  expect(await oauth.isGood(token)).toBe(false)

  await connect()
  oauth.trouble = { at: '/token/revocation', does: 'fail' }
  expect(await removeAllConnections(office, PERSON)).toEqual(['Google Workspace'])
  expect(await rows()).toEqual([])
})
