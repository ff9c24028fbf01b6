import { describe, expect, it } from 'vitest'
import { connections } from '../../lib/dashboard/schema/integrations.ts'
import { syncAppointment } from '../../lib/dashboard/integrations/appointments.ts'
import { startAuthorization, finishAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import { findBusyTimes, chooseCalendars, readCalendars } from '../../lib/dashboard/integrations/calendars.ts'
import { connectWithKey } from '../../lib/dashboard/integrations/connect.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { removeConnection, testConnection } from '../../lib/dashboard/integrations/manage.ts'
import {
  CALENDAR_PROVIDERS,
  PROVIDER_NAMES,
  type ProviderName,
  PROVIDERS,
  listScopes,
} from '../../lib/dashboard/integrations/providers.ts'
import { openConnection } from '../../lib/dashboard/integrations/repository.ts'
import { SYSTEM_NAMES, SYSTEMS } from '@ductwise/systems'
import { createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { buildLocalSystemVariables } from '../../scripts/support/local-systems.ts'
import {
  FIRST_KEY,
  OWNER,
  PERSON,
  signInAtProvider,
  SITE_URL,
  startWorkplace,
  TITAN_KEY,
} from './integrations-fixtures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const workplace = await startWorkplace()
const { settings } = parseIntegrations(
  { INTEGRATION_KEYS: FIRST_KEY, ...buildLocalSystemVariables(workplace.oauth.url) },
  SITE_URL,
)
const office: IntegrationContext = { ...workplace.office, settings }

async function connect(provider: ProviderName, { writes = false, without = [] as string[] } = {}) {
  if (PROVIDERS[provider].connect.method === 'key') return connectWithKey(office, OWNER, provider, TITAN_KEY)
  const authorization = await startAuthorization(office, OWNER, provider, writes)
  if ('refused' in authorization) throw new Error(authorization.refused)
  return finishAuthorization(office, OWNER, provider, await signInAtProvider(authorization.address, { without }))
}

const readConnections = () => office.transaction(({ db }) => db.select().from(connections))

const SAMPLES: Record<ProviderName, { account: string; kind: string; name: string }> = {
  servicetitan: { account: 'Tenant 5550100', kind: 'customer', name: 'Kim Sample' },
  salesforce: { account: 'Sample Heating & Air', kind: 'customer', name: 'Kim Sample' },
  hubspot: { account: 'Account 5550100', kind: 'contact', name: 'Kim Sample' },
  quickbooks: { account: 'Sample Heating & Air', kind: 'customer', name: 'Kim Sample' },
  'google-workspace': { account: 'office@example.com', kind: 'calendar', name: 'Office' },
  'microsoft-365': { account: 'office@example.com', kind: 'calendar', name: 'Calendar' },
  slack: { account: 'Sample Heating & Air', kind: 'channel', name: 'dispatch' },
  zapier: { account: 'office', kind: 'Zap', name: 'New booking to spreadsheet' },
}

/** Providers without a token revocation endpoint. The owner revokes access on the provider's page. */
const PROVIDERS_WITHOUT_REVOCATION = new Set<ProviderName>(['servicetitan', 'microsoft-365', 'zapier'])

it('every provider has a local system that supports all requested scopes', () => {
  expect(SYSTEM_NAMES.toSorted()).toEqual(PROVIDER_NAMES.toSorted())
  for (const name of PROVIDER_NAMES) {
    const localScopes = SYSTEMS[name].scopes.map(({ scope }) => scope)
    expect([name, localScopes.toSorted()]).toEqual([name, listScopes(name, true).toSorted()])
  }
})

describe.each(PROVIDER_NAMES)('local %s', (provider) => {
  it('can be connected, tested and disconnected, which revokes its token', async () => {
    const sample = SAMPLES[provider]
    expect(await connect(provider)).toEqual(provider === 'servicetitan' ? { sample } : 'connected')
    expect(await readConnections()).toMatchObject([
      { provider, account: sample.account, failure: null, scopes: listScopes(provider, false) },
    ])
    expect(await testConnection(office, provider, PERSON)).toEqual({ sample })

    const before = await openConnection(office, provider)
    const revocation = PROVIDERS_WITHOUT_REVOCATION.has(provider) ? 'no-endpoint' : 'ended'
    expect(await removeConnection(office, provider, PERSON)).toBe(revocation)
    expect(await readConnections()).toEqual([])
    if (revocation === 'no-endpoint') return
    await office.transaction(({ db }) => db.insert(connections).values(before!.row))
    expect(await testConnection(office, provider, PERSON)).toEqual({ failure: 'invalid_grant' })
  })
})

const OAUTH_PROVIDERS = PROVIDER_NAMES.filter((name) => PROVIDERS[name].connect.method === 'oauth')

describe.each(OAUTH_PROVIDERS)('local %s authorization', (provider) => {
  it('exchanges a refresh token only once', async () => {
    await connect(provider)
    const { oauth, place } = workplace
    const first = (await openConnection(office, provider))!
    place.clock.advance(2 * HOUR_MS)
    oauth.requests.length = 0
    expect(await testConnection(office, provider, PERSON)).toHaveProperty('sample')
    const { secret } = (await openConnection(office, provider))!
    // Salesforce does not return a token lifetime, so the site does not refresh its token here.
    if (provider === 'salesforce') return expect(oauth.requests).not.toContain('POST /token')
    expect(secret.accessToken).not.toBe(first.secret.accessToken)
    expect(secret.refreshToken).not.toBe(first.secret.refreshToken)
    // Restores a refresh token that was already used. Its reuse revokes the authorization of both copies.
    await office.transaction(({ db }) => db.update(connections).set(first.row))
    expect(await testConnection(office, provider, PERSON)).toEqual({ failure: 'invalid_grant' })
  })

  it('stores only the granted scopes', async () => {
    const scopes = listScopes(provider, false)
    // Withholds a data scope, not a scope that allows refresh tokens.
    const [withheldScope = ''] = scopes
      .filter((scope) => !['offline_access', 'refresh_token'].includes(scope))
      .slice(-1)
    const withheldScopes = scopes.length === 1 ? [] : [withheldScope]
    expect(await connect(provider, { without: withheldScopes })).toBe(
      withheldScopes.length === 0 ? 'connected' : 'partly',
    )
    const [row] = await readConnections()
    expect(row?.scopes).toEqual(scopes.filter((scope) => !withheldScopes.includes(scope)))
  })
})

describe.each(CALENDAR_PROVIDERS)('local %s calendars', (provider) => {
  it('can be listed, selected, read for busy times, and written to in a dedicated calendar', async () => {
    await connect(provider, { writes: true })
    // Starts at midnight, because a period that starts within a busy time also ends within one.
    const from = new Date(Math.ceil(office.now().getTime() / DAY_MS) * DAY_MS)
    const period = { from, to: new Date(from.getTime() + 7 * DAY_MS) }
    const result = await readCalendars(office, provider, PERSON, period)
    if (!('result' in result)) throw new Error(result.failure)
    expect(result.result.calendars.slice(0, 2)).toMatchObject([
      { isMain: true, isChosen: true },
      { name: 'Crew', isChosen: false },
    ])
    expect(result.result.busy).toHaveLength(5)

    const startsAt = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS + 2 * DAY_MS)
    const { id } = await office.transaction((tx) =>
      createAppointment(tx, PERSON, {
        customer: 'Sample Caller',
        job: 'No heat upstairs',
        startsAt: startsAt.toISOString(),
        endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS).toISOString(),
        state: 'confirmed',
      }),
    )
    const countBefore = workplace.oauth.entriesOf(provider).flatMap(({ entries }) => entries).length
    for (const _ of ['once', 'again'])
      expect(await syncAppointment(office, provider, PERSON, id)).toEqual({ result: 'entered' })
    const entries = workplace.oauth.entriesOf(provider).flatMap(({ entries }) => entries)
    expect(entries).toHaveLength(countBefore + 1)
    expect(entries.at(-1)).toMatchObject({ title: 'No heat upstairs', startsAt: startsAt.toISOString() })

    const secondResult = await readCalendars(office, provider, PERSON, period)
    const bookingCalendar =
      'result' in secondResult
        ? secondResult.result.calendars.findLast(({ name }) => name === 'Bookings by phone')
        : undefined
    await chooseCalendars(office, provider, PERSON, [bookingCalendar?.id ?? ''])
    expect(await findBusyTimes(office, PERSON, period)).toMatchObject({
      busy: [{ startsAt: startsAt.toISOString() }],
      failed: [],
    })
  })
})
