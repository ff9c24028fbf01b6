import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { authorizations, connections } from '../support/tables.ts'
import { finishAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import { readCalendars } from '../../lib/dashboard/integrations/calendars.ts'
import { connectWithKey } from '../../lib/dashboard/integrations/connect.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import {
  removeAllConnections,
  removeConnection,
  stopWriting,
  testConnection,
} from '../../lib/dashboard/integrations/manage.ts'
import { findAllowance } from '../../lib/dashboard/integrations/plan.ts'
import { PROVIDERS } from '../../lib/dashboard/integrations/providers.ts'
import { getClientCredentials } from '@ductwise/systems'
import {
  beginGoogle,
  connectGoogle,
  listConnections,
  finishGoogle,
  GOOGLE,
  listLog,
  OWNER,
  PERSON,
  readSecret,
  signInAtProvider,
  SITE_URL,
  startWorkplace,
  storeConnection,
  TITAN_KEY,
} from './integrations-fixtures.ts'
import { hasLockWaiter } from '../support/waiting-lock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Maximum milliseconds for a provider's response. */
const DEADLINE_MS = 5_000
const [BUSY_SCOPE, LIST_SCOPE] = PROVIDERS[GOOGLE].scopes.map(({ scope }) => scope) as [string, string]
const [APP_CALENDAR_SCOPE] = PROVIDERS[GOOGLE].write.scopes.map(({ scope }) => scope) as [string]

const { oauth, place, office } = await startWorkplace()

const begin = (writes = false) => beginGoogle(office, OWNER, writes)
const finish = (params: URLSearchParams) => finishGoogle(office, params)
const connect = ({ writes = false } = {}) => connectGoogle(office, { writes })
const listRows = (context = office) => listConnections(context)
const testGoogle = (context = office) => testConnection(context, GOOGLE, PERSON)
const removeGoogle = () => removeConnection(office, GOOGLE, PERSON)

describe('OAuth connection', () => {
  it('starts with PKCE, state and read-only scopes, and encrypts the verifier', async () => {
    const { origin, searchParams } = new URL(await begin())
    expect(origin).toBe(oauth.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: getClientCredentials(GOOGLE).clientId,
      redirect_uri: `${SITE_URL}/api/dashboard/integrations/${GOOGLE}/callback`,
      scope: `${BUSY_SCOPE} ${LIST_SCOPE}`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    const [storedAuthorization] = await office.transaction(({ db }) => db.select().from(authorizations))
    expect(JSON.stringify(storedAuthorization)).not.toContain(searchParams.get('state'))
    expect(storedAuthorization?.verifier.split('.')).toHaveLength(5)
  })

  // The local server has a single session. No transaction can block another in it.
  it.skipIf(!inject('sharedPostgresUrl'))(
    'is created one at a time, because the plan may allow only one more',
    async () => {
      const frontDesk = { ...OWNER, allowance: findAllowance(['front_desk']) }
      await storeConnection(office, 'slack')
      const params = await signInAtProvider(await beginGoogle(office, frontDesk))
      const [stored, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slowContext: IntegrationContext = {
        ...office,
        transaction: (work) =>
          office.transaction(async (tx) => {
            const result = await work(tx)
            const { length } = await tx.db.select().from(connections)
            if (length === 1) return result
            stored.resolve()
            await resume.promise
            return result
          }),
      }
      const google = finishGoogle(slowContext, params, frontDesk)
      await stored.promise
      let isDone = false
      const titan = connectWithKey(office, frontDesk, 'servicetitan', TITAN_KEY).finally(() => (isDone = true))
      await vi.waitFor(async () => expect(isDone || (await hasLockWaiter(place.opened.db))).toBe(true), {
        timeout: 15_000,
      })
      resume.resolve()
      expect([await google, await titan]).toEqual([
        'connected',
        { refused: expect.stringMatching(/^Another integration/) },
      ])
    },
  )

  it('can be created, tested, used, refreshed and deleted', async () => {
    expect(await connect()).toBe('connected')
    const [row] = await listRows()
    expect(row).toMatchObject({
      provider: GOOGLE,
      method: 'oauth',
      scopes: [BUSY_SCOPE, LIST_SCOPE],
      writes: [],
      account: 'office@example.com',
      failure: null,
      createdById: OWNER.userId,
    })

    expect(await testGoogle()).toEqual({
      sample: { account: 'office@example.com', kind: 'calendar', name: 'Office' },
    })

    const first = await readSecret(office)
    place.clock.advance(HOUR_MS)
    const from = office.now()
    const result = await readCalendars(office, GOOGLE, PERSON, {
      from,
      to: new Date(from.getTime() + 7 * 24 * HOUR_MS),
    })
    expect(result).toMatchObject({
      result: { calendars: [{ id: 'office@example.com', isChosen: true }, { isChosen: false }] },
    })
    const second = await readSecret(office)
    expect(second?.accessToken, 'the access token was renewed').not.toBe(first?.accessToken)
    expect(second?.refreshToken).not.toBe(first?.refreshToken)
    expect(await oauth.isGood(second?.accessToken ?? '')).toBe(true)

    expect(await removeGoogle()).toBe('ended')
    expect(await listRows()).toEqual([])
    expect(await oauth.isGood(second?.accessToken ?? ''), "token is revoked in the provider's account").toBe(false)
    expect(await listLog(office)).toEqual([
      { action: 'connection.created', provider: GOOGLE, method: 'oauth', scopes: [BUSY_SCOPE, LIST_SCOPE], writes: [] },
      { action: 'connection.tested', provider: GOOGLE },
      { action: 'connection.used', provider: GOOGLE, read: 'calendar names and busy times' },
      { action: 'connection.revoked', provider: GOOGLE },
    ])
  })

  it('is rejected for another user, organization or provider', async () => {
    const otherOwner = { ...OWNER, userId: 'user_other' }
    const params = await signInAtProvider(await begin())
    expect(await finishGoogle(office, params, otherOwner)).toBe('expired')
    expect(await finish(params), 'the state is used up after the first attempt').toBe('expired')

    const secondParams = await signInAtProvider(await begin())
    expect(await finishGoogle(place.of('org_other'), secondParams)).toBe('expired')
    expect(await finishAuthorization(office, OWNER, 'hubspot', secondParams)).toBe('expired')
    expect(await listRows()).toEqual([])
  })

  it('is rejected for a wrong, missing, used or expired state', async () => {
    const params = await signInAtProvider(await begin())
    const { state: _state, ...withoutState } = Object.fromEntries(params)
    for (const alteredParams of [withoutState, { ...withoutState, state: 'of-another-user' }])
      expect(await finish(new URLSearchParams(alteredParams))).toBe('expired')
    expect(await finish(params)).toBe('connected')
    expect(await finish(params)).toBe('expired')

    const lateParams = await signInAtProvider(await begin())
    place.clock.advance(10 * MINUTE_MS)
    expect(await finish(lateParams)).toBe('expired')
  })

  it('is rejected for a foreign issuer or for the code of another sign-in', async () => {
    const params = await signInAtProvider(await begin())
    params.set('iss', 'https://elsewhere.example')
    expect(await finish(params)).toBe('refused')
    const [ownParams, stolenParams] = [await signInAtProvider(await begin()), await signInAtProvider(await begin())]
    ownParams.set('code', stolenParams.get('code') ?? '')
    expect(await finish(ownParams), 'code of another verifier').toBe('refused')
    expect(await listRows()).toEqual([])
  })

  it('is rejected if the user denies access, and lists scopes missing from a partial grant', async () => {
    expect(await finish(await signInAtProvider(await begin(), { cancels: true }))).toBe('denied')
    expect(await listRows()).toEqual([])
    expect(await finish(await signInAtProvider(await begin(), { without: [LIST_SCOPE] }))).toBe('partly')
    expect(await listRows()).toMatchObject([{ scopes: [BUSY_SCOPE], failure: 'insufficient_scope' }])
  })

  it('refreshes its token once for concurrent uses', async () => {
    await connect()
    place.clock.advance(HOUR_MS)
    oauth.requests.length = 0
    const results = await Promise.all(Array.from({ length: 6 }, () => testGoogle()))
    expect(results.map((result) => 'sample' in result)).toEqual(Array.from({ length: 6 }, () => true))
    expect(oauth.requests.filter((request) => request === 'POST /token')).toHaveLength(1)
  })

  it('refreshes a token that the provider revoked early, and stores the reason if a refresh fails', async () => {
    await connect()
    oauth.end((await readSecret(office))?.accessToken ?? '')
    expect(await testGoogle()).toHaveProperty('sample')

    const { refreshToken } = (await readSecret(office)) ?? {}
    await oauth.revoke(refreshToken ?? '')
    expect(await testGoogle()).toEqual({ failure: 'invalid_grant' })
    expect(await listRows()).toMatchObject([{ failure: 'invalid_grant' }])
    expect(await connect(), 'reconnecting fixes it').toBe('connected')
    expect(await listRows()).toMatchObject([{ failure: null }])
  })

  it('writes only with the wider scope, and stops when writing is turned off', async () => {
    const widerScope = new URL(await begin(true)).searchParams.get('scope')
    expect(widerScope).toBe(`${BUSY_SCOPE} ${LIST_SCOPE} ${APP_CALENDAR_SCOPE}`)
    expect(await connect()).toBe('connected')
    expect(await connect({ writes: true })).toBe('writing')
    expect(await listRows()).toMatchObject([
      { writes: ['visits'], scopes: [BUSY_SCOPE, LIST_SCOPE, APP_CALENDAR_SCOPE] },
    ])
    expect(await stopWriting(office, GOOGLE, PERSON)).toBe(true)
    expect(await listRows()).toMatchObject([{ writes: [] }])
    const partialParams = await signInAtProvider(await begin(true), { without: [APP_CALENDAR_SCOPE] })
    expect(await finish(partialParams)).toBe('partly')
    expect(await listRows(), 'denied writing stays off').toMatchObject([{ writes: [] }])
    expect((await listLog(office)).map(({ action, writes }) => [action, writes])).toEqual([
      ['connection.created', []],
      ['connection.changed', ['visits']],
      ['connection.changed', []],
      ['connection.changed', []],
    ])
  })

  it('refreshes its token exactly when its refresh time is reached', async () => {
    await connect()
    const renewAt = (await readSecret(office))?.renewAt ?? 0
    place.clock.advance(renewAt - 1 - office.now().getTime())
    oauth.requests.length = 0
    expect(await testGoogle()).toHaveProperty('sample')
    expect(oauth.requests).not.toContain('POST /token')
    place.clock.advance(1)
    expect(await testGoogle()).toHaveProperty('sample')
    expect(oauth.requests).toContain('POST /token')
  })

  it('tracks the last test separately from the last use', async () => {
    await connect()
    const listUseTimes = async () => (await listRows()).map(({ checkedAt, lastUsedAt }) => [checkedAt, lastUsedAt])
    const connectedAt = office.now()
    expect(await listUseTimes()).toEqual([[connectedAt, null]])
    place.clock.advance(MINUTE_MS)
    const usedAt = office.now()
    await readCalendars(office, GOOGLE, PERSON, { from: usedAt, to: new Date(usedAt.getTime() + HOUR_MS) })
    expect(await listUseTimes()).toEqual([[connectedAt, usedAt]])
    place.clock.advance(MINUTE_MS)
    await testGoogle()
    expect(await listUseTimes()).toEqual([[office.now(), usedAt]])
  })

  it('revokes a token issued while the connection is being deleted', async () => {
    await connect()
    place.clock.advance(HOUR_MS)
    oauth.requests.length = 0
    let isRemoved = false
    const lateContext: IntegrationContext = {
      ...office,
      transaction: async (work) => {
        // At this point the provider has issued the new token, but the site has not stored it.
        if (!isRemoved && oauth.requests.includes('POST /token')) {
          isRemoved = true
          await removeGoogle()
        }
        return office.transaction(work)
      },
    }
    expect(await testGoogle(lateContext)).toEqual({ failure: 'not_connected' })
    expect(await listRows()).toEqual([])
    const revocations = oauth.requests.filter((request) => request === 'POST /token/revocation')
    expect(revocations, 'revocations of the stored and the unstored token').toHaveLength(2)
  })

  it("cannot be decrypted in another organization's row", async () => {
    await connect()
    const otherContext = place.of('org_other')
    const copiedRow = { ...(await listRows())[0]!, id: crypto.randomUUID(), organizationId: 'org_other' }
    await otherContext.transaction(({ db }) => db.insert(connections).values(copiedRow))
    expect(await testGoogle(otherContext), 'a copied row cannot be decrypted').toEqual({ failure: 'unreadable_secret' })
    const copiedRows = await otherContext.transaction(({ db }) =>
      db.select().from(connections).where(eq(connections.organizationId, 'org_other')),
    )
    expect(copiedRows).toMatchObject([{ failure: 'unreadable_secret' }])
  })
})

describe('failing provider', () => {
  /** Timeouts of requests to a provider that does not respond. Tests trigger them manually. */
  let deadlines: AbortController[] = []
  const expireDeadlines = () => {
    for (const deadline of deadlines) deadline.abort(new DOMException('The deadline has passed', 'TimeoutError'))
  }
  beforeEach(() => {
    deadlines = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const deadline = new AbortController()
      deadlines.push(deadline)
      return deadline.signal
    })
  })
  afterEach(() => void vi.restoreAllMocks())

  it('blocks no other query, because no transaction stays open during a request', async () => {
    await connect()
    oauth.trouble = { pathPrefix: '/', kind: 'hang' }
    place.clock.advance(HOUR_MS)
    const pending = testGoogle()
    await expect.poll(() => oauth.requests.at(-1)).toBe('POST /token')
    const startedAt = Date.now()
    await place.opened.db.execute(sql`select 1`)
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    expect(new Set(vi.mocked(AbortSignal.timeout).mock.calls.flat())).toEqual(new Set([DEADLINE_MS]))
    expireDeadlines()
    expect(await pending).toEqual({ failure: 'no_answer' })
  })

  const TROUBLES = [
    ['fails', 'fail', 'no_answer', 'no_answer'],
    ['hangs', 'hang', 'no_answer', 'no_answer'],
    ['returns invalid data', 'garbage', 'refused', 'unexpected_answer'],
    ['returns endless data', 'endless', 'refused', 'unexpected_answer'],
  ] as const

  it.each(TROUBLES)('stores no connection if it %s', async (_, trouble, outcome) => {
    const params = await signInAtProvider(await begin())
    oauth.trouble = { pathPrefix: '/token', kind: trouble, onHang: expireDeadlines }
    expect(await finish(params)).toBe(outcome)
    expect(await listRows()).toEqual([])
  })

  it.each(TROUBLES)('stores the failure of a connection while it %s', async (_, trouble, _outcome, failure) => {
    await connect()
    oauth.trouble = { pathPrefix: '/calendar', kind: trouble, onHang: expireDeadlines }
    expect(await testGoogle()).toEqual({ failure })
    expect(await listRows()).toMatchObject([{ failure }])
    oauth.trouble = { pathPrefix: '/token', kind: trouble, onHang: expireDeadlines }
    place.clock.advance(HOUR_MS)
    expect(await testGoogle()).toHaveProperty('failure')
    oauth.trouble = undefined
    expect(await testGoogle(), 'the connection is still usable').toHaveProperty('sample')
    expect(await listRows()).toMatchObject([{ failure: null }])
  })

  it('does not prevent deleting a connection', async () => {
    await connect()
    const token = (await readSecret(office))?.accessToken ?? ''
    oauth.trouble = { pathPrefix: '/token/revocation', kind: 'hang', onHang: expireDeadlines }
    expect(await removeGoogle()).toBe('failed')
    expect(await listRows()).toEqual([])
    expect(await oauth.isGood(token)).toBe(true)
    expect(await removeGoogle()).toBeUndefined()
  })

  it('appears in the list of failed revocations when all connections are deleted', async () => {
    await connect()
    await connectWithKey(office, OWNER, 'servicetitan', TITAN_KEY)
    const token = (await readSecret(office))?.accessToken ?? ''
    expect(await removeAllConnections(office, PERSON)).toEqual([])
    expect(await listRows()).toEqual([])
    expect(await oauth.isGood(token)).toBe(false)

    await connect()
    oauth.trouble = { pathPrefix: '/token/revocation', kind: 'fail' }
    expect(await removeAllConnections(office, PERSON)).toEqual(['Google Workspace'])
    expect(await listRows()).toEqual([])
  })
})
