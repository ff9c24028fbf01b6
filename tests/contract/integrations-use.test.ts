import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { connections, organizations } from '../support/tables.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'
import { beginAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import { sampleBusy } from '../../packages/systems/data/sample-data.ts'
import { busyTimes, chooseCalendars, merged, readCalendars } from '../../lib/dashboard/integrations/calendars.ts'
import { connectWithKey } from '../../lib/dashboard/integrations/connect.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import { integrationVariables, parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { removeConnection, stopWriting, testConnection } from '../../lib/dashboard/integrations/manage.ts'
import { connectionLogOf, integrationsOverview } from '../../lib/dashboard/integrations/overview.ts'
import { allowanceOf } from '../../lib/dashboard/integrations/plan.ts'
import { connectionLog, integrationsAnswer } from '../../lib/dashboard/integrations/record.ts'
import { rotateSecrets } from '../../lib/dashboard/integrations/rotate.ts'
import { changeConnection, openConnection, sealSecret } from '../../lib/dashboard/integrations/repository.ts'
import { useConnection } from '../../lib/dashboard/integrations/use.ts'
import { confirmedAppointments, enterAppointment } from '../../lib/dashboard/integrations/appointments.ts'
import {
  connectGoogle,
  connectionsOf,
  FIRST_KEY,
  GOOGLE,
  logOf,
  OWNER,
  PERSON,
  SECOND_KEY,
  SECRET,
  secretOf,
  SITE,
  storeConnection,
  variables,
  startWorkplace,
  TITAN_KEY,
  beginGoogle,
  finishGoogle,
  signInAtProvider,
} from './integrations-fixtures.ts'
import { addVisit } from '../support/rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CREW = 'office+crew@example.com'

const utc = (milliseconds: number) => new Date(milliseconds).toISOString()

const { oauth, place, office } = await startWorkplace()

const week = () => ({ from: office.now(), to: new Date(office.now().getTime() + 7 * DAY) })

describe('calendar integration', () => {
  it('returns busy times of the selected calendars and logs every read', async () => {
    await connectGoogle(office)
    const busy = (...calendars: ('office' | 'crew')[]) => {
      const { from, to } = week()
      const period = { from: from.getTime(), to: to.getTime() }
      const times = calendars.flatMap((calendar) => sampleBusy(calendar, period))
      return merged(times.map(({ from, to }) => ({ startsAt: utc(from), endsAt: utc(to) })))
    }
    const [one, both] = [busy('office'), busy('office', 'crew')]
    expect(await busyTimes(office, PERSON, week())).toEqual({ busy: one, failed: [] })
    expect(await chooseCalendars(office, GOOGLE, PERSON, ['office@example.com', CREW])).toBe(true)
    const answer = await busyTimes(office, PERSON, week())
    expect(answer, 'adjacent times are merged').toEqual({ busy: both, failed: [] })
    expect(both.length).toBeLessThan(busy('office').length + busy('crew').length)
    await chooseCalendars(office, GOOGLE, PERSON, [])
    expect(await busyTimes(office, PERSON, week())).toEqual({ busy: [], failed: [] })
    const read = 'calendar names and busy times'
    const used = { action: 'connection.used', provider: GOOGLE, read }
    const changed = { action: 'connection.changed', provider: GOOGLE }
    const log = [used, { ...changed, calendars: 2 }, used, { ...changed, calendars: 0 }, used]
    expect((await logOf(office)).slice(1)).toEqual(log)
    expect(JSON.stringify(await logOf(office)), 'calendar ids are email addresses').not.toContain('example.com')
  })

  it('keeps the selected calendars when reconnected for writing', async () => {
    await connectGoogle(office)
    await chooseCalendars(office, GOOGLE, PERSON, [CREW])
    await connectGoogle(office, { writes: true })
    const read = await readCalendars(office, GOOGLE, PERSON, week())
    expect('result' in read && read.result.calendars.map(({ isChosen }) => isChosen)).toEqual([false, true])
  })

  it('resets the selected calendars when reconnected with another or unknown account', async () => {
    await connectGoogle(office)
    await chooseCalendars(office, GOOGLE, PERSON, [CREW])
    await office.transaction(({ db }) => db.update(connections).set({ account: 'other@example.com' }))
    await connectGoogle(office)
    expect((await secretOf(office))?.calendars).toBeNull()
    oauth.trouble = { at: '/calendar', does: 'fail' }
    const chosen = async () => (await secretOf(office))?.calendars
    for (const _ of ['as another one than before', 'as it may or may not be']) {
      await chooseCalendars(office, GOOGLE, PERSON, [CREW])
      await connectGoogle(office)
      expect(await chosen()).toBeNull()
    }
  })

  it('reports a failing calendar, so that it does not count as free', async () => {
    await connectGoogle(office)
    oauth.trouble = { at: '/calendar', does: 'fail' }
    expect(await busyTimes(office, PERSON, week())).toEqual({ busy: [], failed: [GOOGLE] })
  })

  it('has no busy times without a connection', async () => {
    expect(await busyTimes(office, PERSON, week())).toEqual({ busy: [], failed: [] })
    expect(await readCalendars(office, GOOGLE, PERSON, week())).toEqual({ failure: 'not_connected' })
    expect(await readCalendars(office, 'slack', PERSON, week())).toEqual({ failure: 'not_connected' })
  })
})

describe('visit in an external calendar', () => {
  const visit = (context: IntegrationContext, state: 'confirmed' | 'requested' = 'confirmed') =>
    context.transaction((tx) => {
      const known = { customer: 'Sample Caller', phone: '+12125550142', address: '1 Sample Street' }
      return addVisit(tx, { ...known, startsAt: new Date(office.now().getTime() + DAY), state })
    })

  it('is added once, in a dedicated calendar, and logged without personal data', async () => {
    await connectGoogle(office, { writes: true })
    const id = await visit(office)
    const confirmed = await office.transaction((tx) => confirmedAppointments(tx, week(), 10))
    expect(confirmed).toMatchObject([{ id, job: 'No heat' }])
    expect(await enterAppointment(office, GOOGLE, PERSON, id)).toEqual({ result: 'entered' })
    expect(await enterAppointment(office, GOOGLE, PERSON, id), 'repeated request').toEqual({ result: 'entered' })
    const text = 'Sample Caller\n+12125550142\nAdded by phone assistant'
    expect(Object.values(oauth.entered())).toMatchObject([[{ title: 'No heat', place: '1 Sample Street', text }]])
    const entries = (await logOf(office)).slice(1)
    const written = { action: 'connection.used', provider: GOOGLE, wrote: 'a visit', visit: id }
    expect(entries).toEqual([written, written])
    expect(JSON.stringify(entries)).not.toMatch(/Sample|5550142/)
  })

  it('uses the same dedicated calendar after a reconnect', async () => {
    await connectGoogle(office, { writes: true })
    await enterAppointment(office, GOOGLE, PERSON, await visit(office))
    const [before] = await connectionsOf(office)
    await connectGoogle(office, { writes: true })
    const [after] = await connectionsOf(office)
    await chooseCalendars(office, GOOGLE, PERSON, [])
    await enterAppointment(office, GOOGLE, PERSON, await visit(office))
    expect(Object.values(oauth.entered()).map((visits) => visits.length)).toEqual([2])
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0)
    const subjects = (await place.opened.events('org_office')).map(({ subjectId }) => subjectId)
    expect(new Set(subjects), 'all events belong to this connection').toEqual(new Set([before?.id]))
  })

  it('uses a new calendar if the previous one was deleted', async () => {
    await connectGoogle(office, { writes: true })
    await enterAppointment(office, GOOGLE, PERSON, await visit(office))
    oauth.clear()
    expect(await enterAppointment(office, GOOGLE, PERSON, await visit(office))).toEqual({ result: 'entered' })
    expect(Object.values(oauth.entered()).map((entries) => entries.length)).toEqual([1])
  })

  it('is not added while writing is off, unconfirmed, or for another organization', async () => {
    await connectGoogle(office)
    const id = await visit(office)
    expect(await enterAppointment(office, GOOGLE, PERSON, id)).toEqual({ failure: 'writing_off' })
    await connectGoogle(office, { writes: true })
    expect(await enterAppointment(office, GOOGLE, PERSON, await visit(office, 'requested'))).toBeUndefined()
    expect(await enterAppointment(place.of('org_other'), GOOGLE, PERSON, id)).toBeUndefined()
    await stopWriting(office, GOOGLE, PERSON)
    expect(await enterAppointment(office, GOOGLE, PERSON, id)).toEqual({ failure: 'writing_off' })
    expect(await enterAppointment(office, 'hubspot', PERSON, id)).toEqual({ failure: 'writing_off' })
    expect(oauth.entered()).toEqual({})
  })
})

describe('provider key', () => {
  const connect = (fields: Record<string, string> = TITAN_KEY) => connectWithKey(office, OWNER, 'servicetitan', fields)

  it('is tested before it is stored, used for later tokens, and never returned', async () => {
    const sample = { account: 'Tenant 5550100', kind: 'customer', name: 'Kim Sample' }
    expect(await connect()).toEqual({ sample })
    const granted = { method: 'key', scopes: [], writes: [], account: 'Tenant 5550100', expiresAt: expect.any(Date) }
    expect(await connectionsOf(office)).toMatchObject([{ provider: 'servicetitan', ...granted }])
    place.clock.advance(HOUR)
    expect(await testConnection(office, 'servicetitan', PERSON), 'with a new token').toEqual({ sample })
    const { settings, transaction } = office
    const shown = await transaction((tx) => integrationsOverview(tx, settings, OWNER.allowance))
    expect(JSON.stringify(shown)).not.toContain(TITAN_KEY.clientSecret)
    expect(await removeConnection(office, 'servicetitan', PERSON), 'the owner revokes it at the provider').toBe(
      'no-endpoint',
    )
  })

  it.each([
    ['with a wrong secret', { ...TITAN_KEY, clientSecret: 'wrong' }, { failure: 'key_refused' }],
    ['of another company', { ...TITAN_KEY, tenant: '1' }, { failure: 'unexpected_answer' }],
  ])('a key %s is not stored', async (_, fields, answer) => {
    expect(await connect(fields)).toEqual(answer)
    expect(await connectionsOf(office)).toEqual([])
  })

  it('is rejected while the provider is not configured', async () => {
    const { settings } = parseIntegrations({ INTEGRATION_KEYS: FIRST_KEY }, SITE)
    expect(await connectWithKey({ ...office, settings }, OWNER, 'servicetitan', TITAN_KEY)).toEqual({
      refused: 'ServiceTitan isn’t available yet.',
    })
  })

  it('is not stored after an internal error', async () => {
    const { providers } = office.settings
    const wrong = { ...providers, servicetitan: { ...providers.servicetitan, api: 'no address' } }
    const broken = { ...office, settings: { ...office.settings, providers: wrong } }
    await expect(connectWithKey(broken, OWNER, 'servicetitan', TITAN_KEY)).rejects.toThrow(TypeError)
    expect(await connectionsOf(office)).toEqual([])
  })

  it('is rejected for a provider that uses OAuth', async () => {
    expect(await connectWithKey(office, OWNER, GOOGLE, {})).toHaveProperty('refused')
  })
})

describe('stored credentials', () => {
  const rowText = async () => JSON.stringify(await connectionsOf(office))

  it('contain no readable token or key', async () => {
    await connectGoogle(office)
    await connectWithKey(office, OWNER, 'servicetitan', TITAN_KEY)
    const { accessToken, refreshToken } = (await secretOf(office)) ?? {}
    const ofTitan = (await openConnection(office, 'servicetitan'))?.secret.accessToken
    const secrets = [accessToken, refreshToken, ofTitan, TITAN_KEY.clientSecret, TITAN_KEY.clientId]
    const stored = await rowText()
    for (const secret of secrets) {
      expect(secret).toMatch(/.{8}/)
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret ?? '').toString('base64url'))
    }
  })

  const kidOf = (sealed: string) =>
    (JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
  const kids = async () => (await connectionsOf(office)).map(({ secret }) => kidOf(secret))

  const rotated = place.of('org_office', `${SECOND_KEY},${FIRST_KEY}`)
  const { settings } = rotated

  it('are re-encrypted with the new key on first use after a rotation', async () => {
    await connectGoogle(office)
    expect(await kids()).toEqual(['first'])
    expect(await testConnection(rotated, GOOGLE, PERSON)).toHaveProperty('sample')
    expect(await kids()).toEqual(['second'])
    expect(await testConnection(place.of('org_office', SECOND_KEY), GOOGLE, PERSON)).toHaveProperty('sample')
  })

  it('are re-encrypted once for all organizations by the rotation command', async () => {
    await connectGoogle(office)
    await connectGoogle(place.of('org_other'))
    expect(await rotateSecrets(place.opened.db, settings)).toEqual({ resealed: 2, unreadable: 0 })
    expect(await rotateSecrets(place.opened.db, settings)).toEqual({ resealed: 0, unreadable: 0 })
    expect(await kids()).toEqual(['second'])
    const without = place.of('org_office', FIRST_KEY).settings
    const unreadable = { resealed: 0, unreadable: 2 }
    expect(await rotateSecrets(place.opened.db, without), 'the named key is missing').toEqual(unreadable)
  })

  it('stay unchanged if the rotation fails', async () => {
    await connectGoogle(office)
    const broken = {
      ...settings,
      get keys(): never {
        throw new Error('No keys at all')
      },
    }
    await expect(rotateSecrets(place.opened.db, broken)).rejects.toThrow('No keys at all')
    expect(await kids()).toEqual(['first'])
  })

  it('are re-encrypted for more organizations than one batch', async () => {
    const ids = Array.from({ length: 150 }, (_, number) => `org_${String(number).padStart(3, '0')}`)
    await place.opened.db.insert(organizations).values(ids.toReversed().map((id) => ({ id })))
    for (const id of [ids[0], ids.at(-1)]) {
      const context = place.of(id ?? '')
      await storeConnection(context, GOOGLE, { secret: await sealSecret(context, GOOGLE, SECRET) })
    }
    expect(await rotateSecrets(place.opened.db, settings)).toEqual({ resealed: 2, unreadable: 0 })
  })

  it('need a reconnect if no configured key can decrypt them', async () => {
    await connectGoogle(office)
    const without = place.of('org_office', SECOND_KEY)
    await expect(openConnection(without, GOOGLE)).rejects.toMatchObject({ code: 'unreadable_secret' })
    expect(await connectionsOf(office)).toMatchObject([{ failure: 'unreadable_secret' }])
    expect(await testConnection(without, GOOGLE, PERSON)).toEqual({ failure: 'unreadable_secret' })
    expect(await connectGoogle(without)).toBe('connected')
    expect(await testConnection(without, GOOGLE, PERSON)).toHaveProperty('sample')
    expect(await removeConnection(office, GOOGLE, PERSON), 'removed locally, revocation failed').toBe('failed')
    expect(await connectionsOf(office)).toEqual([])
  })

  it('are only updated if the row has not changed', async () => {
    await connectGoogle(office)
    const [row] = await connectionsOf(office)
    if (!row) throw new Error('Nothing is stored')
    const change = (seen: Partial<typeof row>) =>
      office.transaction((tx) => changeConnection(tx, { ...row, ...seen }, { account: 'changed' }))
    const others = [{ secret: 'another' }, { expiresAt: null }, { expiresAt: new Date(0) }, { id: crypto.randomUUID() }]
    for (const other of others) expect(await change(other)).toBe(false)
    expect(await connectionsOf(office)).toEqual([row])
    expect(await change({})).toBe(true)
  })

  it('are updated by each of several concurrent changes, and each is logged', async () => {
    await connectGoogle(office)
    const choices = [['a'], ['b'], ['c']]
    const chosen = await Promise.all(choices.map((ids) => chooseCalendars(office, GOOGLE, PERSON, ids)))
    expect(chosen).toEqual([true, true, true])
    expect(choices).toContainEqual((await secretOf(office))?.calendars)
    expect((await logOf(office)).filter(({ action }) => action === 'connection.changed')).toHaveLength(3)
  })

  it('cannot be decrypted as those of another provider', async () => {
    await connectGoogle(office)
    await office.transaction(({ db }) =>
      db.update(connections).set({ provider: 'microsoft-365' }).where(eq(connections.provider, GOOGLE)),
    )
    expect(await testConnection(office, 'microsoft-365', PERSON)).toEqual({ failure: 'unreadable_secret' })
  })
})

describe('plan limits', () => {
  const person = (...plans: string[]) => ({ userId: OWNER.userId, allowance: allowanceOf(plans) })
  const fill = async (providers: string[], writing: string[] = []) => {
    for (const provider of providers)
      await storeConnection(office, provider, { writes: writing.includes(provider) ? ['visits'] : [] })
  }
  const refused = async (plan: string, { writes = false } = {}) => {
    const begun = await beginAuthorization(office, person(plan), GOOGLE, writes)
    return 'refused' in begun ? begun.refused : undefined
  }

  it('allow no connections without the feature', async () => {
    expect(await refused('free_org')).toBe('Your plan does not include integrations.')
  })

  it('allow Night line one read-only calendar', async () => {
    expect(await refused('night_line')).toBeUndefined()
    expect(await refused('night_line', { writes: true })).toBe(
      'Night line is read-only. Write access is included in Front desk or Several crews.',
    )
    expect(await connectWithKey(office, person('night_line'), 'servicetitan', TITAN_KEY)).toEqual({
      refused: 'Night line includes only calendars. For ServiceTitan, change to Front desk or Several crews.',
    })
    await fill(['microsoft-365'])
    expect(await refused('night_line')).toMatch(/^Night line includes one integration\. Remove one first, or/)
  })

  it('allow Front desk two providers and writing to one', async () => {
    await fill(['microsoft-365'], ['microsoft-365'])
    expect(await refused('front_desk')).toBeUndefined()
    expect(await refused('front_desk', { writes: true })).toBe(
      'Front desk includes write access to one integration. It is on for Microsoft 365. Turn it off there first, or change to Several crews.',
    )
    await fill(['slack'])
    expect(await refused('front_desk')).toBe(
      'Front desk includes 2 integrations. Remove one first, or change to Several crews.',
    )
  })

  it('allow Several crews five providers', async () => {
    await fill(['microsoft-365', 'slack', 'hubspot', 'zapier'], ['microsoft-365'])
    expect(await refused('several_crews', { writes: true })).toBeUndefined()
    await fill(['quickbooks'])
    expect(await refused('several_crews')).toBe('Several crews includes 5 integrations. Remove one first.')
  })

  it('apply again when an OAuth flow returns after writing was turned on elsewhere', async () => {
    const frontDesk = person('front_desk')
    const params = await signInAtProvider(await beginGoogle(office, frontDesk, true))
    await fill(['microsoft-365'], ['microsoft-365'])
    expect(await finishGoogle(office, params, frontDesk)).toBe('plan')
    expect(await connectionsOf(office)).toMatchObject([{ provider: 'microsoft-365' }])
  })

  it('apply again when an OAuth flow returns after another connection', async () => {
    const frontDesk = person('front_desk')
    // This sign-in starts while the plan still allows two more connections.
    const params = await signInAtProvider(await beginGoogle(office, frontDesk))
    await fill(['slack'])
    const [google, titan] = await Promise.all([
      finishGoogle(office, params, frontDesk),
      connectWithKey(office, frontDesk, 'servicetitan', TITAN_KEY),
    ])
    expect([google === 'connected', 'sample' in titan].toSorted()).toEqual([false, true])
    expect(await connectionsOf(office)).toHaveLength(2)
  })
})

describe('integrations overview', () => {
  const overview = (context = office, plan = 'front_desk') =>
    context.transaction((tx) => integrationsOverview(tx, context.settings, allowanceOf([plan])))

  it('lists all providers, whether each is available and local, without environment variable names', async () => {
    await connectGoogle(office)
    const { integrations, allowance, timeZone } = await overview()
    expect(allowance).toBe('Your Front desk plan includes 2 integrations, 1 with write access.')
    expect(timeZone).toBe('America/New_York')
    expect(integrations.map(({ provider }) => provider)).toHaveLength(8)
    const byName = (name: string) => integrations.find(({ provider }) => provider === name)
    expect(byName(GOOGLE)).toMatchObject({
      isOffered: true,
      localPage: oauth.issuer,
      connection: { account: 'office@example.com' },
    })
    expect(byName('hubspot')).toMatchObject({ isOffered: false, localPage: null, wantedAt: null, connection: null })
    expect(JSON.stringify(integrations)).not.toContain('INTEGRATION_')
  })

  it('shows the last test, last use, write access and failure of a connection', async () => {
    await connectGoogle(office, { writes: true })
    const connection = async () => {
      const answer = await overview(office, 'several_crews')
      expect(integrationsAnswer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer)
      return answer.integrations.find(({ provider }) => provider === GOOGLE)?.connection
    }
    const checkedAt = office.now().toISOString()
    expect(await connection()).toMatchObject({ writes: ['visits'], checkedAt, lastUsedAt: null, failure: null })
    place.clock.advance(1_000)
    const lastUsedAt = office.now().toISOString()
    oauth.trouble = { at: '/calendar', does: 'fail' }
    await readCalendars(office, GOOGLE, PERSON, week())
    oauth.trouble = undefined
    expect(await connection()).toMatchObject({ checkedAt, lastUsedAt, failure: 'no_answer' })
  })

  it('shows why the plan excludes another provider or writing', async () => {
    await connectGoogle(office)
    const refusals = async (plan: string) => {
      const { integrations } = await overview(office, plan)
      return Object.fromEntries(
        integrations.map(({ provider, refused, refusedWriting }) => [provider, [refused, refusedWriting]]),
      )
    }
    const [onlyCalendars, onlyReads, oneAtMost] = [/only calendars/, /is read-only/, /one integration/].map(
      (words) => expect.stringMatching(words) as string,
    )
    expect(await refusals('night_line')).toMatchObject({
      [GOOGLE]: [null, onlyReads],
      'microsoft-365': [oneAtMost, oneAtMost],
      slack: [onlyCalendars, null],
    })
    expect(await refusals('front_desk')).toMatchObject({ [GOOGLE]: [null, null], slack: [null, null] })
  })

  it('offers no providers without encryption keys', async () => {
    const { settings } = parseIntegrations({ ...variables(oauth.url), INTEGRATION_KEYS: '' }, SITE)
    const { integrations } = await overview({ ...office, settings })
    expect(integrations.some(({ isOffered }) => isOffered)).toBe(false)
  })

  it('never contains environment variable names, even if variables are missing', async () => {
    const { settings } = parseIntegrations({ INTEGRATION_SLACK_API: 'nowhere' }, SITE)
    const context = { ...office, settings }
    const answers = [
      await overview(context),
      await beginAuthorization(context, OWNER, 'slack', false),
      await connectWithKey(context, OWNER, 'servicetitan', TITAN_KEY),
    ]
    expect(JSON.stringify(answers)).toContain('ServiceTitan isn’t available yet.')
    for (const name of integrationVariables) expect(JSON.stringify(answers)).not.toContain(name)
  })

  it('keeps a connection whose provider is no longer configured, and reports that on use', async () => {
    await connectGoogle(office)
    const { settings } = parseIntegrations({ INTEGRATION_KEYS: FIRST_KEY }, SITE)
    place.clock.advance(HOUR)
    expect(await testConnection({ ...office, settings }, GOOGLE, PERSON)).toEqual({ failure: 'not_set_up' })
    expect(await testConnection(office, GOOGLE, PERSON)).toHaveProperty('sample')
  })

  it('has a paginated log per provider, which remains after disconnecting', async () => {
    await connectGoogle(office)
    for (let count = 0; count < 11; count += 1) await testConnection(office, GOOGLE, PERSON)
    await removeConnection(office, GOOGLE, PERSON)
    const log = (context: IntegrationContext, cursor?: string) =>
      context.transaction((tx) => connectionLogOf(tx, GOOGLE, cursor))
    const first = await log(office)
    expect(first.entries).toHaveLength(10)
    expect(first.entries[0]).toMatchObject({ action: 'connection.revoked', actor: 'person', personId: OWNER.userId })
    expect(connectionLog.parse(JSON.parse(JSON.stringify(first)))).toEqual(first)
    const rest = await log(office, first.next ?? '')
    const actions = ['connection.tested', 'connection.tested', 'connection.created']
    expect(rest.entries.map(({ action }) => action)).toEqual(actions)
    expect(rest.next).toBeNull()
    expect(await log(place.of('org_other'))).toEqual({ entries: [], next: null })
  })

  it('logs data type and actor of each read, for one provider only', async () => {
    await connectGoogle(office)
    await connectWithKey(office, OWNER, 'servicetitan', TITAN_KEY)
    await readCalendars(office, GOOGLE, { kind: 'key', id: 'key_1' }, week())
    await office.transaction((tx) =>
      recordEvent(tx, PERSON, { action: 'settings.changed', details: { provider: GOOGLE } }),
    )
    const { entries } = await office.transaction((tx) => connectionLogOf(tx, GOOGLE))
    expect(entries).toMatchObject([
      { action: 'connection.used', actor: 'key', personId: null, read: 'calendar names and busy times', wrote: null },
      { action: 'connection.created', actor: 'person', personId: OWNER.userId, read: null },
    ])
  })
})

it('a connection is not used if the use cannot be logged', async () => {
  await connectGoogle(office)
  oauth.requests.length = 0
  const broken: IntegrationContext = {
    ...office,
    transaction: (work) => office.transaction(async (tx) => (await work(tx), Promise.reject(new Error('lost')))),
  }
  const used = useConnection(broken, GOOGLE, PERSON, { reads: 'something' }, async () => 'done')
  await expect(used).rejects.toThrow('lost')
  expect(oauth.requests).toEqual([])
  expect((await logOf(office)).map(({ action }) => action)).toEqual(['connection.created'])
})
