import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { connections, jobs, organizations } from '../support/tables.ts'
import { recordEvent } from '../../lib/dashboard/events/record.ts'
import { startAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import { listSampleBusyTimes } from '../../packages/systems/data/sample-data.ts'
import {
  findBusyTimes,
  chooseCalendars,
  mergeBusyTimes,
  readCalendars,
} from '../../lib/dashboard/integrations/calendars.ts'
import { connectWithKey } from '../../lib/dashboard/integrations/connect.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import { INTEGRATION_VARIABLES, parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { removeConnection, stopWriting, testConnection } from '../../lib/dashboard/integrations/manage.ts'
import { listConnectionLog, readIntegrationsOverview } from '../../lib/dashboard/integrations/overview.ts'
import { findAllowance } from '../../lib/dashboard/integrations/plan.ts'
import { connectionLog, integrationsResponse } from '../../lib/dashboard/integrations/record.ts'
import { rotateSecrets } from '../../lib/dashboard/integrations/rotate.ts'
import { changeConnection, openConnection, sealSecret } from '../../lib/dashboard/integrations/repository.ts'
import { runWithConnection } from '../../lib/dashboard/integrations/use.ts'
import { listConfirmedAppointments, syncAppointment } from '../../lib/dashboard/integrations/appointments.ts'
import {
  connectGoogle,
  listConnections,
  FIRST_KEY,
  GOOGLE,
  listLog,
  OWNER,
  PERSON,
  SECOND_KEY,
  SECRET,
  readSecret,
  SITE_URL,
  storeConnection,
  buildVariables,
  startWorkplace,
  TITAN_KEY,
  beginGoogle,
  finishGoogle,
  signInAtProvider,
} from './integrations-fixtures.ts'
import { addAppointment } from '../support/rows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CREW_EMAIL = 'office+crew@example.com'

const toIso = (milliseconds: number) => new Date(milliseconds).toISOString()

const { oauth, place, office } = await startWorkplace()

const buildWeek = () => ({ from: office.now(), to: new Date(office.now().getTime() + 7 * DAY_MS) })

describe('calendar integration', () => {
  it('returns busy times of the selected calendars and logs every read', async () => {
    await connectGoogle(office)
    const computeBusy = (...calendars: ('office' | 'crew')[]) => {
      const { from, to } = buildWeek()
      const period = { from: from.getTime(), to: to.getTime() }
      const times = calendars.flatMap((calendar) => listSampleBusyTimes(calendar, period))
      return mergeBusyTimes(times.map(({ from, to }) => ({ startsAt: toIso(from), endsAt: toIso(to) })))
    }
    const [officeBusy, bothBusy] = [computeBusy('office'), computeBusy('office', 'crew')]
    expect(await findBusyTimes(office, PERSON, buildWeek())).toEqual({ busy: officeBusy, failed: [] })
    expect(await chooseCalendars(office, GOOGLE, PERSON, ['office@example.com', CREW_EMAIL])).toBe(true)
    const result = await findBusyTimes(office, PERSON, buildWeek())
    expect(result, 'adjacent times are merged').toEqual({ busy: bothBusy, failed: [] })
    expect(bothBusy.length).toBeLessThan(computeBusy('office').length + computeBusy('crew').length)
    await chooseCalendars(office, GOOGLE, PERSON, [])
    expect(await findBusyTimes(office, PERSON, buildWeek())).toEqual({ busy: [], failed: [] })
    const readLabel = 'calendar names and busy times'
    const usedEvent = { action: 'connection.used', provider: GOOGLE, read: readLabel }
    const changedEvent = { action: 'connection.changed', provider: GOOGLE }
    const log = [usedEvent, { ...changedEvent, calendars: 2 }, usedEvent, { ...changedEvent, calendars: 0 }, usedEvent]
    expect((await listLog(office)).slice(1)).toEqual(log)
    expect(JSON.stringify(await listLog(office)), 'calendar ids are email addresses').not.toContain('example.com')
  })

  it('keeps the selected calendars when reconnected for writing', async () => {
    await connectGoogle(office)
    await chooseCalendars(office, GOOGLE, PERSON, [CREW_EMAIL])
    await connectGoogle(office, { writes: true })
    const result = await readCalendars(office, GOOGLE, PERSON, buildWeek())
    expect('result' in result && result.result.calendars.map(({ isChosen }) => isChosen)).toEqual([false, true])
  })

  it('resets the selected calendars when reconnected with another or unknown account', async () => {
    await connectGoogle(office)
    await chooseCalendars(office, GOOGLE, PERSON, [CREW_EMAIL])
    await office.transaction(({ db }) => db.update(connections).set({ account: 'other@example.com' }))
    await connectGoogle(office)
    expect((await readSecret(office))?.calendars).toBeNull()
    oauth.trouble = { pathPrefix: '/calendar', kind: 'fail' }
    const getChosenCalendars = async () => (await readSecret(office))?.calendars
    for (const _ of ['after the account changed', 'while the account is unknown']) {
      await chooseCalendars(office, GOOGLE, PERSON, [CREW_EMAIL])
      await connectGoogle(office)
      expect(await getChosenCalendars()).toBeNull()
    }
  })

  it('reports a failing calendar, so that it does not count as free', async () => {
    await connectGoogle(office)
    oauth.trouble = { pathPrefix: '/calendar', kind: 'fail' }
    expect(await findBusyTimes(office, PERSON, buildWeek())).toEqual({ busy: [], failed: [GOOGLE] })
  })

  it('has no busy times if there is no connection', async () => {
    expect(await findBusyTimes(office, PERSON, buildWeek())).toEqual({ busy: [], failed: [] })
    expect(await readCalendars(office, GOOGLE, PERSON, buildWeek())).toEqual({ failure: 'not_connected' })
    expect(await readCalendars(office, 'slack', PERSON, buildWeek())).toEqual({ failure: 'not_connected' })
  })
})

describe('visit in an external calendar', () => {
  const createVisit = (context: IntegrationContext, state: 'confirmed' | 'requested' = 'confirmed') =>
    context.transaction((tx) => {
      const callerFields = { customer: 'Sample Caller', phone: '+12125550142', address: '1 Sample Street' }
      return addAppointment(tx, { ...callerFields, startsAt: new Date(office.now().getTime() + DAY_MS), state })
    })

  it('is added once, in a dedicated calendar, and logged without personal data', async () => {
    await connectGoogle(office, { writes: true })
    const id = await createVisit(office)
    const confirmed = await office.transaction((tx) => listConfirmedAppointments(tx, buildWeek(), 10))
    expect(confirmed).toMatchObject([{ id, job: 'No heat' }])
    expect(await syncAppointment(office, GOOGLE, PERSON, id)).toEqual({ result: 'entered' })
    expect(await syncAppointment(office, GOOGLE, PERSON, id), 'repeated request').toEqual({ result: 'entered' })
    const text = 'Sample Caller\n+12125550142\nAdded by phone assistant'
    expect(Object.values(oauth.entered())).toMatchObject([[{ title: 'No heat', place: '1 Sample Street', text }]])
    const entries = (await listLog(office)).slice(1)
    const writtenEvent = { action: 'connection.used', provider: GOOGLE, wrote: 'a visit', visit: id }
    expect(entries).toEqual([writtenEvent, writtenEvent])
    expect(JSON.stringify(entries)).not.toMatch(/Sample|5550142/)
  })

  it('uses the same dedicated calendar after a reconnect', async () => {
    await connectGoogle(office, { writes: true })
    await syncAppointment(office, GOOGLE, PERSON, await createVisit(office))
    const [connectionBefore] = await listConnections(office)
    await connectGoogle(office, { writes: true })
    const [connectionAfter] = await listConnections(office)
    await chooseCalendars(office, GOOGLE, PERSON, [])
    await syncAppointment(office, GOOGLE, PERSON, await createVisit(office))
    expect(Object.values(oauth.entered()).map((entries) => entries.length)).toEqual([2])
    expect(connectionAfter?.updatedAt.getTime()).toBeGreaterThan(connectionBefore?.updatedAt.getTime() ?? 0)
    const subjects = (await place.opened.events('org_office')).map(({ subjectId }) => subjectId)
    expect(new Set(subjects), 'all events belong to this connection').toEqual(new Set([connectionBefore?.id]))
  })

  it('uses a new calendar if the previous one was deleted', async () => {
    await connectGoogle(office, { writes: true })
    await syncAppointment(office, GOOGLE, PERSON, await createVisit(office))
    oauth.clear()
    expect(await syncAppointment(office, GOOGLE, PERSON, await createVisit(office))).toEqual({ result: 'entered' })
    expect(Object.values(oauth.entered()).map((entries) => entries.length)).toEqual([1])
  })

  it('is not added if writing is off, the visit is unconfirmed, or it belongs to another organization', async () => {
    await connectGoogle(office)
    const id = await createVisit(office)
    expect(await syncAppointment(office, GOOGLE, PERSON, id)).toEqual({ failure: 'writing_off' })
    await connectGoogle(office, { writes: true })
    expect(await syncAppointment(office, GOOGLE, PERSON, await createVisit(office, 'requested'))).toBeUndefined()
    expect(await syncAppointment(place.of('org_other'), GOOGLE, PERSON, id)).toBeUndefined()
    await stopWriting(office, GOOGLE, PERSON)
    expect(await syncAppointment(office, GOOGLE, PERSON, id)).toEqual({ failure: 'writing_off' })
    expect(await syncAppointment(office, 'hubspot', PERSON, id)).toEqual({ failure: 'writing_off' })
    expect(oauth.entered()).toEqual({})
  })
})

describe('provider key', () => {
  const connectTitan = (fields: Record<string, string> = TITAN_KEY) =>
    connectWithKey(office, OWNER, 'servicetitan', fields)

  it('is tested before it is stored, used for later tokens, and never returned', async () => {
    const sample = { account: 'Tenant 5550100', kind: 'customer', name: 'Kim Sample' }
    expect(await connectTitan()).toEqual({ sample })
    const grantedFields = {
      method: 'key',
      scopes: [],
      writes: [],
      account: 'Tenant 5550100',
      expiresAt: expect.any(Date),
    }
    expect(await listConnections(office)).toMatchObject([{ provider: 'servicetitan', ...grantedFields }])
    place.clock.advance(HOUR_MS)
    expect(await testConnection(office, 'servicetitan', PERSON), 'with a new token').toEqual({ sample })
    const { settings, transaction } = office
    const overview = await transaction((tx) => readIntegrationsOverview(tx, settings, OWNER.allowance))
    expect(JSON.stringify(overview)).not.toContain(TITAN_KEY.clientSecret)
    expect(
      await removeConnection(office, 'servicetitan', PERSON),
      "the owner revokes it in the provider's account",
    ).toBe('no-endpoint')
  })

  it.each([
    ['with a wrong secret', { ...TITAN_KEY, clientSecret: 'wrong' }, { failure: 'key_refused' }],
    ['of another company', { ...TITAN_KEY, tenant: '1' }, { failure: 'unexpected_answer' }],
  ])('a key %s is not stored', async (_, fields, outcome) => {
    expect(await connectTitan(fields)).toEqual(outcome)
    expect(await listConnections(office)).toEqual([])
  })

  it('is rejected while the provider is not configured', async () => {
    const { settings } = parseIntegrations({ INTEGRATION_KEYS: FIRST_KEY }, SITE_URL)
    expect(await connectWithKey({ ...office, settings }, OWNER, 'servicetitan', TITAN_KEY)).toEqual({
      refused: 'ServiceTitan isn’t available yet.',
    })
  })

  it('is not stored after an internal error', async () => {
    const { providers } = office.settings
    const brokenProviders = { ...providers, servicetitan: { ...providers.servicetitan, api: 'no address' } }
    const brokenContext = { ...office, settings: { ...office.settings, providers: brokenProviders } }
    await expect(connectWithKey(brokenContext, OWNER, 'servicetitan', TITAN_KEY)).rejects.toThrow(TypeError)
    expect(await listConnections(office)).toEqual([])
  })

  it('is rejected for a provider that uses OAuth', async () => {
    expect(await connectWithKey(office, OWNER, GOOGLE, {})).toHaveProperty('refused')
  })
})

describe('stored credentials', () => {
  const readRowText = async () => JSON.stringify(await listConnections(office))

  it('contain no readable token or key', async () => {
    await connectGoogle(office)
    await connectWithKey(office, OWNER, 'servicetitan', TITAN_KEY)
    const { accessToken, refreshToken } = (await readSecret(office)) ?? {}
    const titanToken = (await openConnection(office, 'servicetitan'))?.secret.accessToken
    const secrets = [accessToken, refreshToken, titanToken, TITAN_KEY.clientSecret, TITAN_KEY.clientId]
    const storedText = await readRowText()
    for (const secret of secrets) {
      expect(secret).toMatch(/.{8}/)
      expect(storedText).not.toContain(secret)
      expect(storedText).not.toContain(Buffer.from(secret ?? '').toString('base64url'))
    }
  })

  const getKeyId = (sealed: string) =>
    (JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
  const listKeyIds = async () => (await listConnections(office)).map(({ secret }) => getKeyId(secret))

  const rotatedContext = place.of('org_office', `${SECOND_KEY},${FIRST_KEY}`)
  const { settings } = rotatedContext

  it('are re-encrypted with the new key on first use after a rotation', async () => {
    await connectGoogle(office)
    expect(await listKeyIds()).toEqual(['first'])
    expect(await testConnection(rotatedContext, GOOGLE, PERSON)).toHaveProperty('sample')
    expect(await listKeyIds()).toEqual(['second'])
    expect(await testConnection(place.of('org_office', SECOND_KEY), GOOGLE, PERSON)).toHaveProperty('sample')
  })

  it('are re-encrypted once for all organizations by the rotation command', async () => {
    await connectGoogle(office)
    await connectGoogle(place.of('org_other'))
    expect(await rotateSecrets(place.opened.db, settings)).toEqual({ resealed: 2, unreadable: 0 })
    expect(await rotateSecrets(place.opened.db, settings)).toEqual({ resealed: 0, unreadable: 0 })
    expect(await listKeyIds()).toEqual(['second'])
    const oldKeySettings = place.of('org_office', FIRST_KEY).settings
    const unreadable = { resealed: 0, unreadable: 2 }
    expect(await rotateSecrets(place.opened.db, oldKeySettings), 'the named key is missing').toEqual(unreadable)
  })

  it('stay unchanged if the rotation fails', async () => {
    await connectGoogle(office)
    const brokenContext = {
      ...settings,
      get keys(): never {
        throw new Error('No keys at all')
      },
    }
    await expect(rotateSecrets(place.opened.db, brokenContext)).rejects.toThrow('No keys at all')
    expect(await listKeyIds()).toEqual(['first'])
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
    const oldKeyContext = place.of('org_office', SECOND_KEY)
    await expect(openConnection(oldKeyContext, GOOGLE)).rejects.toMatchObject({ code: 'unreadable_secret' })
    expect(await listConnections(office)).toMatchObject([{ failure: 'unreadable_secret' }])
    expect(await testConnection(oldKeyContext, GOOGLE, PERSON)).toEqual({ failure: 'unreadable_secret' })
    expect(await connectGoogle(oldKeyContext)).toBe('connected')
    expect(await testConnection(oldKeyContext, GOOGLE, PERSON)).toHaveProperty('sample')
    expect(await removeConnection(office, GOOGLE, PERSON), 'removed locally, revocation failed').toBe('failed')
    expect(await listConnections(office)).toEqual([])
  })

  it('are only updated if the row has not changed', async () => {
    await connectGoogle(office)
    const [row] = await listConnections(office)
    if (!row) throw new Error('Nothing is stored')
    const change = (overrides: Partial<typeof row>) =>
      office.transaction((tx) => changeConnection(tx, { ...row, ...overrides }, { account: 'changed' }))
    const staleFields = [
      { secret: 'another' },
      { expiresAt: null },
      { expiresAt: new Date(0) },
      { id: crypto.randomUUID() },
    ]
    for (const stale of staleFields) expect(await change(stale)).toBe(false)
    expect(await listConnections(office)).toEqual([row])
    expect(await change({})).toBe(true)
  })

  it('are updated by each of several concurrent changes, and each is logged', async () => {
    await connectGoogle(office)
    const choices = [['a'], ['b'], ['c']]
    const chosen = await Promise.all(choices.map((ids) => chooseCalendars(office, GOOGLE, PERSON, ids)))
    expect(chosen).toEqual([true, true, true])
    expect(choices).toContainEqual((await readSecret(office))?.calendars)
    expect((await listLog(office)).filter(({ action }) => action === 'connection.changed')).toHaveLength(3)
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
  const buildPerson = (...plans: string[]) => ({ userId: OWNER.userId, allowance: findAllowance(plans) })
  const storeConnections = async (providers: string[], writingProviders: string[] = []) => {
    for (const provider of providers)
      await storeConnection(office, provider, { writes: writingProviders.includes(provider) ? ['visits'] : [] })
  }
  const getRefusal = async (plan: string, { writes = false } = {}) => {
    const authorization = await startAuthorization(office, buildPerson(plan), GOOGLE, writes)
    return 'refused' in authorization ? authorization.refused : undefined
  }

  it('allow no connections if the plan lacks the feature', async () => {
    expect(await getRefusal('free_org')).toBe('Your plan does not include integrations.')
  })

  it('allow Night line one read-only calendar', async () => {
    expect(await getRefusal('night_line')).toBeUndefined()
    expect(await getRefusal('night_line', { writes: true })).toBe(
      'Night line is read-only. Write access is included in Front desk or Several crews.',
    )
    expect(await connectWithKey(office, buildPerson('night_line'), 'servicetitan', TITAN_KEY)).toEqual({
      refused: 'Night line includes only calendars. For ServiceTitan, change to Front desk or Several crews.',
    })
    await storeConnections(['microsoft-365'])
    expect(await getRefusal('night_line')).toMatch(/^Night line includes one integration\. Remove one first, or/)
  })

  it('allow Front desk two providers and writing to one', async () => {
    await storeConnections(['microsoft-365'], ['microsoft-365'])
    expect(await getRefusal('front_desk')).toBeUndefined()
    expect(await getRefusal('front_desk', { writes: true })).toBe(
      'Front desk includes write access to one integration. It is on for Microsoft 365. Turn it off there first, or change to Several crews.',
    )
    await storeConnections(['slack'])
    expect(await getRefusal('front_desk')).toBe(
      'Front desk includes 2 integrations. Remove one first, or change to Several crews.',
    )
  })

  it('allow Several crews five providers', async () => {
    await storeConnections(['microsoft-365', 'slack', 'hubspot', 'zapier'], ['microsoft-365'])
    expect(await getRefusal('several_crews', { writes: true })).toBeUndefined()
    await storeConnections(['quickbooks'])
    expect(await getRefusal('several_crews')).toBe('Several crews includes 5 integrations. Remove one first.')
  })

  it('apply again when an OAuth flow returns after writing was turned on elsewhere', async () => {
    const frontDesk = buildPerson('front_desk')
    const params = await signInAtProvider(await beginGoogle(office, frontDesk, true))
    await storeConnections(['microsoft-365'], ['microsoft-365'])
    expect(await finishGoogle(office, params, frontDesk)).toBe('plan')
    expect(await listConnections(office)).toMatchObject([{ provider: 'microsoft-365' }])
  })

  it('apply again when an OAuth flow returns after another connection', async () => {
    const frontDesk = buildPerson('front_desk')
    // When this OAuth flow starts, the plan still allows two more connections.
    const params = await signInAtProvider(await beginGoogle(office, frontDesk))
    await storeConnections(['slack'])
    const [google, titan] = await Promise.all([
      finishGoogle(office, params, frontDesk),
      connectWithKey(office, frontDesk, 'servicetitan', TITAN_KEY),
    ])
    expect([google === 'connected', 'sample' in titan].toSorted()).toEqual([false, true])
    expect(await listConnections(office)).toHaveLength(2)
  })
})

describe('integrations overview', () => {
  const readOverview = (context = office, plan = 'front_desk') =>
    context.transaction((tx) => readIntegrationsOverview(tx, context.settings, findAllowance([plan])))

  it('lists all providers, whether each is available and local, without environment variable names', async () => {
    await connectGoogle(office)
    const { integrations, allowance, timeZone } = await readOverview()
    expect(allowance).toBe('Your Front desk plan includes 2 integrations, 1 with write access.')
    expect(timeZone).toBe('America/New_York')
    expect(integrations.map(({ provider }) => provider)).toHaveLength(8)
    const findProvider = (name: string) => integrations.find(({ provider }) => provider === name)
    expect(findProvider(GOOGLE)).toMatchObject({
      isOffered: true,
      localPage: oauth.issuer,
      connection: { account: 'office@example.com' },
    })
    expect(findProvider('hubspot')).toMatchObject({
      isOffered: false,
      localPage: null,
      wantedAt: null,
      connection: null,
    })
    expect(JSON.stringify(integrations)).not.toContain('INTEGRATION_')
  })

  it('shows the last test, last use, write access and failure of a connection', async () => {
    await connectGoogle(office, { writes: true })
    const readConnection = async () => {
      const result = await readOverview(office, 'several_crews')
      expect(integrationsResponse.parse(JSON.parse(JSON.stringify(result)))).toEqual(result)
      return result.integrations.find(({ provider }) => provider === GOOGLE)?.connection
    }
    const checkedAt = office.now().toISOString()
    expect(await readConnection()).toMatchObject({ writes: ['visits'], checkedAt, lastUsedAt: null, failure: null })
    place.clock.advance(1_000)
    const lastUsedAt = office.now().toISOString()
    oauth.trouble = { pathPrefix: '/calendar', kind: 'fail' }
    await readCalendars(office, GOOGLE, PERSON, buildWeek())
    oauth.trouble = undefined
    expect(await readConnection()).toMatchObject({ checkedAt, lastUsedAt, failure: 'no_answer' })
  })

  it('notifies the admins once each time it stops working, at most once a day per reason', async () => {
    const listJobs = () =>
      office.transaction(async ({ db }) => {
        const rows = await db.select().from(jobs).where(eq(jobs.kind, 'notify-admins')).orderBy(asc(jobs.createdAt))
        return rows.map(({ details }) => details)
      })
    const read = (kind?: 'fail') => {
      oauth.trouble = kind && { pathPrefix: '/calendar', kind }
      return readCalendars(office, GOOGLE, PERSON, buildWeek())
    }
    await connectGoogle(office)
    const [connection] = await listConnections(office)
    const failed = {
      kind: 'integration',
      subjectId: connection?.id,
      details: { provider: GOOGLE, failure: 'no_answer' },
    }
    await read('fail')
    await read('fail')
    expect(await listJobs()).toEqual([failed])
    await read()
    await read('fail')
    expect(await listJobs(), 'recovered and failed on the same day').toEqual([failed])
    await read()
    place.clock.advance(DAY_MS)
    // The token expired a day later, and its refresh succeeds.
    await read('fail')
    expect(await listJobs(), 'a day later').toEqual([failed, failed])
  })

  it('notifies the admins if a refresh of its token is refused', async () => {
    await connectGoogle(office)
    const { refreshToken } = (await readSecret(office)) ?? {}
    await oauth.revoke(refreshToken ?? '')
    place.clock.advance(DAY_MS)
    await readCalendars(office, GOOGLE, PERSON, buildWeek())
    const rows = await office.transaction(({ db }) => db.select().from(jobs).where(eq(jobs.kind, 'notify-admins')))
    expect(rows.map(({ details }) => details)).toMatchObject([
      { details: { provider: GOOGLE, failure: 'invalid_grant' } },
    ])
  })

  it('shows why the plan excludes another provider or writing', async () => {
    await connectGoogle(office)
    const listRefusals = async (plan: string) => {
      const { integrations } = await readOverview(office, plan)
      return Object.fromEntries(
        integrations.map(({ provider, refused, refusedWriting }) => [provider, [refused, refusedWriting]]),
      )
    }
    const [onlyCalendars, onlyReads, oneAtMost] = [/only calendars/, /is read-only/, /one integration/].map(
      (text) => expect.stringMatching(text) as string,
    )
    expect(await listRefusals('night_line')).toMatchObject({
      [GOOGLE]: [null, onlyReads],
      'microsoft-365': [oneAtMost, oneAtMost],
      slack: [onlyCalendars, onlyCalendars],
    })
    expect(await listRefusals('front_desk')).toMatchObject({ [GOOGLE]: [null, null], slack: [null, null] })
  })

  it('offers no providers if no encryption keys are configured', async () => {
    const { settings } = parseIntegrations({ ...buildVariables(oauth.url), INTEGRATION_KEYS: '' }, SITE_URL)
    const { integrations } = await readOverview({ ...office, settings })
    expect(integrations.some(({ isOffered }) => isOffered)).toBe(false)
  })

  it('never contains environment variable names, even if variables are missing', async () => {
    const { settings } = parseIntegrations({ INTEGRATION_SLACK_API: 'nowhere' }, SITE_URL)
    const context = { ...office, settings }
    const responses = [
      await readOverview(context),
      await startAuthorization(context, OWNER, 'slack', false),
      await connectWithKey(context, OWNER, 'servicetitan', TITAN_KEY),
    ]
    expect(JSON.stringify(responses)).toContain('ServiceTitan isn’t available yet.')
    for (const name of INTEGRATION_VARIABLES) expect(JSON.stringify(responses)).not.toContain(name)
  })

  it('keeps a connection whose provider is no longer configured, and reports that on use', async () => {
    await connectGoogle(office)
    const { settings } = parseIntegrations({ INTEGRATION_KEYS: FIRST_KEY }, SITE_URL)
    place.clock.advance(HOUR_MS)
    expect(await testConnection({ ...office, settings }, GOOGLE, PERSON)).toEqual({ failure: 'not_set_up' })
    expect(await testConnection(office, GOOGLE, PERSON)).toHaveProperty('sample')
  })

  it('has a paginated log per provider, which remains after disconnecting', async () => {
    await connectGoogle(office)
    for (let count = 0; count < 11; count += 1) await testConnection(office, GOOGLE, PERSON)
    await removeConnection(office, GOOGLE, PERSON)
    const log = (context: IntegrationContext, cursor?: string) =>
      context.transaction((tx) => listConnectionLog(tx, GOOGLE, cursor))
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
    await readCalendars(office, GOOGLE, { kind: 'key', id: 'key_1' }, buildWeek())
    await office.transaction((tx) =>
      recordEvent(tx, PERSON, { action: 'settings.changed', details: { provider: GOOGLE } }),
    )
    const { entries } = await office.transaction((tx) => listConnectionLog(tx, GOOGLE))
    expect(entries).toMatchObject([
      { action: 'connection.used', actor: 'key', personId: null, read: 'calendar names and busy times', wrote: null },
      { action: 'connection.created', actor: 'person', personId: OWNER.userId, read: null },
    ])
  })
})

it('a connection is not used if the use cannot be logged', async () => {
  await connectGoogle(office)
  oauth.requests.length = 0
  const brokenContext: IntegrationContext = {
    ...office,
    transaction: (work) => office.transaction(async (tx) => (await work(tx), Promise.reject(new Error('lost')))),
  }
  const connectionUse = runWithConnection(brokenContext, GOOGLE, PERSON, { reads: 'something' }, async () => 'done')
  await expect(connectionUse).rejects.toThrow('lost')
  expect(oauth.requests).toEqual([])
  expect((await listLog(office)).map(({ action }) => action)).toEqual(['connection.created'])
})
