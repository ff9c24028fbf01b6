import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { authorizations, connections, organizations } from '../../lib/db/schema/index.ts'
import { finishAuthorization } from '../../lib/integrations/authorize.ts'
import { readCalendars } from '../../lib/integrations/calendars.ts'
import { connectWithKey } from '../../lib/integrations/connect.ts'
import type { IntegrationContext } from '../../lib/integrations/context.ts'
import { removeConnection, stopWriting, testConnection } from '../../lib/integrations/manage.ts'
import { allowanceOf } from '../../lib/integrations/plan.ts'
import { PROVIDERS } from '../../lib/integrations/providers.ts'
import { openConnection } from '../../lib/integrations/store.ts'
import { clientOf } from '@ductwise/systems'
import { startSystemsInTrouble, type SystemsInTrouble } from '../support/systems-in-trouble.ts'
import {
  beginGoogle,
  connectGoogle,
  connectionsOf,
  finishGoogle,
  GOOGLE,
  logOf,
  openWorkplace,
  OWNER,
  PERSON,
  signInAtProvider,
  SITE,
  storeConnection,
  TITAN_KEY,
  type Workplace,
} from './integrations-fixtures.ts'
import { startDatabase, type TestDatabase } from '../support/test-database.ts'
import { someoneWaits } from '../support/waiting-lock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const [BUSY, LIST] = PROVIDERS[GOOGLE].scopes.map(({ scope }) => scope) as [string, string]
const [OWN_CALENDAR] = PROVIDERS[GOOGLE].write.scopes.map(({ scope }) => scope) as [string]

let oauth: SystemsInTrouble
beforeAll(async () => {
  oauth = await startSystemsInTrouble(SITE)
})
afterAll(() => oauth.close())

describe('a connection', () => {
  let server: TestDatabase
  let place: Workplace
  let office: IntegrationContext
  beforeAll(async () => {
    server = await startDatabase()
    place = await openWorkplace(server.url, oauth)
    office = place.of('org_office')
  })
  afterAll(async () => {
    await place.close()
    await server.close()
  })
  beforeEach(async () => {
    await place.opened.db.delete(organizations)
    oauth.requests.length = 0
  })

  const begin = (writes = false) => beginGoogle(office, OWNER, writes)
  const finish = (params: URLSearchParams) => finishGoogle(office, params)
  const connect = ({ writes = false } = {}) => connectGoogle(office, { writes })
  const rows = (context = office) => connectionsOf(context)
  const secretOf = async (context = office) => (await openConnection(context, GOOGLE))?.secret

  it('is asked for with PKCE, a state and no more than reading, and no state or verifier is stored in plain', async () => {
    const { origin, searchParams } = new URL(await begin())
    expect(origin).toBe(oauth.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientOf(GOOGLE).clientId,
      redirect_uri: `${SITE}/api/dashboard/integrations/${GOOGLE}/callback`,
      scope: `${BUSY} ${LIST}`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    const [stored] = await office.transaction(({ db }) => db.select().from(authorizations))
    expect(JSON.stringify(stored)).not.toContain(searchParams.get('state'))
    expect(stored?.verifier.split('.')).toHaveLength(5)
  })

  // In the one session of the local server nobody could wait.
  it.skipIf(!inject('sharedPostgresUrl'))(
    'is made in turns by those who come back at once, since the plan may have room for one of them',
    async () => {
      const frontDesk = { ...OWNER, allowance: allowanceOf(['front_desk']) }
      await storeConnection(office, 'slack')
      const params = await signInAtProvider(await beginGoogle(office, frontDesk))
      const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow: IntegrationContext = {
        ...office,
        transaction: (work) =>
          office.transaction(async (tx) => {
            const result = await work(tx)
            const { length } = await tx.db.select().from(connections)
            if (length === 1) return result
            stored.resolve()
            await goOn.promise
            return result
          }),
      }
      const google = finishGoogle(slow, params, frontDesk)
      await stored.promise
      let isDone = false
      const titan = connectWithKey(office, frontDesk, 'servicetitan', TITAN_KEY).finally(() => (isDone = true))
      await vi.waitFor(async () => expect(isDone || (await someoneWaits(place.opened.db))).toBe(true), {
        timeout: 15_000,
      })
      goOn.resolve()
      expect([await google, await titan]).toEqual(['connected', { refused: expect.stringMatching(/^Meanwhile/) }])
    },
  )

  it('is made, tested, used, renewed and removed', async () => {
    expect(await connect()).toBe('connected')
    const [row] = await rows()
    expect(row).toMatchObject({
      provider: GOOGLE,
      method: 'oauth',
      scopes: [BUSY, LIST],
      writes: [],
      account: 'office@example.com',
      failure: null,
      createdById: OWNER.userId,
    })

    expect(await testConnection(office, GOOGLE, PERSON)).toEqual({
      sample: { account: 'office@example.com', kind: 'calendar', name: 'Office' },
    })

    const first = await secretOf()
    place.clock.advance(HOUR)
    const from = office.now()
    const read = await readCalendars(office, GOOGLE, PERSON, { from, to: new Date(from.getTime() + 7 * 24 * HOUR) })
    expect(read).toMatchObject({
      result: { calendars: [{ id: 'office@example.com', isChosen: true }, { isChosen: false }] },
    })
    const second = await secretOf()
    expect(second?.accessToken, 'the hour was over').not.toBe(first?.accessToken)
    expect(second?.refreshToken).not.toBe(first?.refreshToken)
    expect(await oauth.isGood(second?.accessToken ?? '')).toBe(true)

    expect(await removeConnection(office, GOOGLE, PERSON)).toBe('ended')
    expect(await rows()).toEqual([])
    expect(await oauth.isGood(second?.accessToken ?? ''), 'also at the provider').toBe(false)
    expect(await logOf(office)).toEqual([
      { action: 'connection.created', provider: GOOGLE, method: 'oauth', scopes: [BUSY, LIST], writes: [] },
      { action: 'connection.tested', provider: GOOGLE },
      { action: 'connection.used', provider: GOOGLE, read: 'calendar names and busy times' },
      { action: 'connection.revoked', provider: GOOGLE },
    ])
  })

  it('is not made of what was begun by somebody else, for another organization, or at another provider', async () => {
    const other = { ...OWNER, userId: 'user_other' }
    const params = await signInAtProvider(await begin())
    expect(await finishGoogle(office, params, other)).toBe('expired')
    expect(await finish(params), 'whoever tried it first, it is gone').toBe('expired')

    const again = await signInAtProvider(await begin())
    expect(await finishGoogle(place.of('org_other'), again)).toBe('expired')
    expect(await finishAuthorization(office, OWNER, 'hubspot', again)).toBe('expired')
    expect(await rows()).toEqual([])
  })

  it('is not made of another state, none, one that was used, or one that is too old', async () => {
    const params = await signInAtProvider(await begin())
    const changed = (state: string | undefined) => {
      const copy = new URLSearchParams(params)
      if (state === undefined) copy.delete('state')
      else copy.set('state', state)
      return copy
    }
    expect(await finish(changed(undefined))).toBe('expired')
    expect(await finish(changed('of-somebody-else'))).toBe('expired')
    expect(await finish(params)).toBe('connected')
    expect(await finish(params)).toBe('expired')

    const late = await signInAtProvider(await begin())
    place.clock.advance(10 * MINUTE)
    expect(await finish(late)).toBe('expired')
  })

  it('is not made of an answer that says another issuer, or a code of somebody else’s sign-in', async () => {
    const params = await signInAtProvider(await begin())
    params.set('iss', 'https://elsewhere.example')
    expect(await finish(params)).toBe('refused')
    const [mine, stolen] = [await signInAtProvider(await begin()), await signInAtProvider(await begin())]
    mine.set('code', stolen.get('code') ?? '')
    expect(await finish(mine), 'the code belongs to another verifier').toBe('refused')
    expect(await rows()).toEqual([])
  })

  it('is not made when it is not allowed, and says what is missing when only a part is', async () => {
    expect(await finish(await signInAtProvider(await begin(), { cancels: true }))).toBe('denied')
    expect(await rows()).toEqual([])
    expect(await finish(await signInAtProvider(await begin(), { without: [LIST] }))).toBe('partly')
    expect(await rows()).toMatchObject([{ scopes: [BUSY], failure: 'insufficient_scope' }])
  })

  it('is renewed once, however many use it at the same time', async () => {
    await connect()
    place.clock.advance(HOUR)
    oauth.requests.length = 0
    const uses = await Promise.all(Array.from({ length: 6 }, () => testConnection(office, GOOGLE, PERSON)))
    expect(uses.map((used) => 'sample' in used)).toEqual(Array.from({ length: 6 }, () => true))
    expect(oauth.requests.filter((request) => request === 'POST /token')).toHaveLength(1)
  })

  it('is renewed when the provider ended its token early, and says so when nothing helps', async () => {
    await connect()
    oauth.end((await secretOf())?.accessToken ?? '')
    expect(await testConnection(office, GOOGLE, PERSON)).toHaveProperty('sample')

    const { refreshToken } = (await secretOf()) ?? {}
    await oauth.revoke(refreshToken ?? '')
    expect(await testConnection(office, GOOGLE, PERSON)).toEqual({ failure: 'invalid_grant' })
    expect(await rows()).toMatchObject([{ failure: 'invalid_grant' }])
    expect(await connect(), 'signing in again mends it').toBe('connected')
    expect(await rows()).toMatchObject([{ failure: null }])
  })

  it('may write only with the wider permission, and stops at once', async () => {
    const wider = new URL(await begin(true)).searchParams.get('scope')
    expect(wider).toBe(`${BUSY} ${LIST} ${OWN_CALENDAR}`)
    expect(await connect()).toBe('connected')
    expect(await connect({ writes: true })).toBe('writing')
    expect(await rows()).toMatchObject([{ writes: ['visits'], scopes: [BUSY, LIST, OWN_CALENDAR] }])
    expect(await stopWriting(office, GOOGLE, PERSON)).toBe(true)
    expect(await rows()).toMatchObject([{ writes: [] }])
    const refused = await signInAtProvider(await begin(true), { without: [OWN_CALENDAR] })
    expect(await finish(refused)).toBe('partly')
    expect(await rows(), 'what was not allowed stays off').toMatchObject([{ writes: [] }])
    expect((await logOf(office)).map(({ action, writes }) => [action, writes])).toEqual([
      ['connection.created', []],
      ['connection.changed', ['visits']],
      ['connection.changed', []],
      ['connection.changed', []],
    ])
  })

  it('is renewed from the moment on that was set for it, and not before', async () => {
    await connect()
    const renewAt = (await secretOf())?.renewAt ?? 0
    place.clock.advance(renewAt - 1 - office.now().getTime())
    oauth.requests.length = 0
    expect(await testConnection(office, GOOGLE, PERSON)).toHaveProperty('sample')
    expect(oauth.requests).not.toContain('POST /token')
    place.clock.advance(1)
    expect(await testConnection(office, GOOGLE, PERSON)).toHaveProperty('sample')
    expect(oauth.requests).toContain('POST /token')
  })

  it('says when it was tried the last time; any other use is none', async () => {
    await connect()
    const at = async () => (await rows()).map(({ checkedAt, lastUsedAt }) => [checkedAt, lastUsedAt])
    const connectedAt = office.now()
    expect(await at()).toEqual([[connectedAt, null]])
    place.clock.advance(MINUTE)
    const usedAt = office.now()
    await readCalendars(office, GOOGLE, PERSON, { from: usedAt, to: new Date(usedAt.getTime() + HOUR) })
    expect(await at()).toEqual([[connectedAt, usedAt]])
    place.clock.advance(MINUTE)
    await testConnection(office, GOOGLE, PERSON)
    expect(await at()).toEqual([[office.now(), usedAt]])
  })

  it('ends a token that was made while it was being removed', async () => {
    await connect()
    place.clock.advance(HOUR)
    oauth.requests.length = 0
    let isRemoved = false
    const late: IntegrationContext = {
      ...office,
      transaction: async (work) => {
        // The provider has made the next token, which is about to be stored.
        if (!isRemoved && oauth.requests.includes('POST /token')) {
          isRemoved = true
          await removeConnection(office, GOOGLE, PERSON)
        }
        return office.transaction(work)
      },
    }
    expect(await testConnection(late, GOOGLE, PERSON)).toEqual({ failure: 'not_connected' })
    expect(await rows()).toEqual([])
    const revocations = oauth.requests.filter((request) => request === 'POST /token/revocation')
    expect(revocations, 'of the token that was stored, and of the one that never was').toHaveLength(2)
  })

  it('of one organization is not seen, tested or removed by another', async () => {
    await connect()
    const other = place.of('org_other')
    expect(await rows(other)).toEqual([])
    expect(await testConnection(other, GOOGLE, PERSON)).toEqual({ failure: 'not_connected' })
    expect(await removeConnection(other, GOOGLE, PERSON)).toBeUndefined()
    expect(await stopWriting(other, GOOGLE, PERSON)).toBe(false)
    expect(await rows()).toHaveLength(1)
    const copied = { ...(await rows())[0]!, id: crypto.randomUUID(), organizationId: 'org_other' }
    await other.transaction(({ db }) => db.insert(connections).values(copied))
    expect(await testConnection(other, GOOGLE, PERSON), 'a copied row does not open').toEqual({
      failure: 'unreadable_secret',
    })
    const own = await other.transaction(({ db }) =>
      db.select().from(connections).where(eq(connections.organizationId, 'org_other')),
    )
    expect(own).toMatchObject([{ failure: 'unreadable_secret' }])
  })
})
