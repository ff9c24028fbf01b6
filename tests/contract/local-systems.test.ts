import { describe, expect, it } from 'vitest'
import { connections } from '../../lib/dashboard/schema/integrations.ts'
import { enterAppointment } from '../../lib/dashboard/integrations/appointments.ts'
import { beginAuthorization, finishAuthorization } from '../../lib/dashboard/integrations/authorize.ts'
import { busyTimes, chooseCalendars, readCalendars } from '../../lib/dashboard/integrations/calendars.ts'
import { connectWithKey } from '../../lib/dashboard/integrations/connect.ts'
import type { IntegrationContext } from '../../lib/dashboard/integrations/context.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { removeConnection, testConnection } from '../../lib/dashboard/integrations/manage.ts'
import {
  CALENDAR_PROVIDERS,
  PROVIDER_NAMES,
  type ProviderName,
  PROVIDERS,
  scopesFor,
} from '../../lib/dashboard/integrations/providers.ts'
import { openConnection } from '../../lib/dashboard/integrations/repository.ts'
import { SYSTEM_NAMES, SYSTEMS } from '@ductwise/systems'
import { createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { localSystemVariables } from '../../scripts/support/local-systems.ts'
import { FIRST_KEY, OWNER, PERSON, signInAtProvider, SITE, startWorkplace, TITAN_KEY } from './integrations-fixtures.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const running = await startWorkplace()
const { settings } = parseIntegrations(
  { INTEGRATION_KEYS: FIRST_KEY, ...localSystemVariables(running.oauth.url) },
  SITE,
)
const office: IntegrationContext = { ...running.office, settings }

async function connect(provider: ProviderName, { writes = false, without = [] as string[] } = {}) {
  if (PROVIDERS[provider].connect.method === 'key') return connectWithKey(office, OWNER, provider, TITAN_KEY)
  const begun = await beginAuthorization(office, OWNER, provider, writes)
  if ('refused' in begun) throw new Error(begun.refused)
  return finishAuthorization(office, OWNER, provider, await signInAtProvider(begun.address, { without }))
}

const rows = () => office.transaction(({ db }) => db.select().from(connections))

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
const CANNOT_BE_TOLD = new Set<ProviderName>(['servicetitan', 'microsoft-365', 'zapier'])

it('every provider has a local system that knows all requested scopes', () => {
  expect(SYSTEM_NAMES.toSorted()).toEqual(PROVIDER_NAMES.toSorted())
  for (const name of PROVIDER_NAMES) {
    const known = SYSTEMS[name].scopes.map(({ scope }) => scope)
    expect([name, known.toSorted()]).toEqual([name, scopesFor(name, true).toSorted()])
  }
})

describe.each(PROVIDER_NAMES)('local %s', (provider) => {
  it('can be connected, tested and disconnected, which revokes its token', async () => {
    const sample = SAMPLES[provider]
    expect(await connect(provider)).toEqual(provider === 'servicetitan' ? { sample } : 'connected')
    expect(await rows()).toMatchObject([
      { provider, account: sample.account, failure: null, scopes: scopesFor(provider, false) },
    ])
    expect(await testConnection(office, provider, PERSON)).toEqual({ sample })

    const before = await openConnection(office, provider)
    const there = CANNOT_BE_TOLD.has(provider) ? 'no-endpoint' : 'ended'
    expect(await removeConnection(office, provider, PERSON)).toBe(there)
    expect(await rows()).toEqual([])
    if (there === 'no-endpoint') return
    await office.transaction(({ db }) => db.insert(connections).values(before!.row))
    expect(await testConnection(office, provider, PERSON)).toEqual({ failure: 'invalid_grant' })
  })
})

const WITH_SIGN_IN = PROVIDER_NAMES.filter((name) => PROVIDERS[name].connect.method === 'oauth')

describe.each(WITH_SIGN_IN)('local %s authorization', (provider) => {
  it('exchanges a refresh token only once', async () => {
    await connect(provider)
    const { oauth, place } = running
    const first = (await openConnection(office, provider))!
    place.clock.advance(2 * HOUR)
    oauth.requests.length = 0
    expect(await testConnection(office, provider, PERSON)).toHaveProperty('sample')
    const { secret } = (await openConnection(office, provider))!
    // Salesforce does not return a token lifetime, so the site does not refresh its token here.
    if (provider === 'salesforce') return expect(oauth.requests).not.toContain('POST /token')
    expect(secret.accessToken).not.toBe(first.secret.accessToken)
    expect(secret.refreshToken).not.toBe(first.secret.refreshToken)
    // Restores the used refresh token. Reusing it revokes the authorization for both copies.
    await office.transaction(({ db }) => db.update(connections).set(first.row))
    expect(await testConnection(office, provider, PERSON)).toEqual({ failure: 'invalid_grant' })
  })

  it('stores only the granted scopes', async () => {
    const scopes = scopesFor(provider, false)
    // Withholds a scope for reading data, not a scope for refresh tokens.
    const [withheld = ''] = scopes.filter((scope) => !['offline_access', 'refresh_token'].includes(scope)).slice(-1)
    const without = scopes.length === 1 ? [] : [withheld]
    expect(await connect(provider, { without })).toBe(without.length === 0 ? 'connected' : 'partly')
    const [row] = await rows()
    expect(row?.scopes).toEqual(scopes.filter((scope) => !without.includes(scope)))
  })
})

describe.each(CALENDAR_PROVIDERS)('local %s calendars', (provider) => {
  it('can be listed, selected, read for busy times, and written to in a dedicated calendar', async () => {
    await connect(provider, { writes: true })
    // Starts at midnight, because a period that starts within a busy time also ends within one.
    const from = new Date(Math.ceil(office.now().getTime() / DAY) * DAY)
    const period = { from, to: new Date(from.getTime() + 7 * DAY) }
    const read = await readCalendars(office, provider, PERSON, period)
    if (!('result' in read)) throw new Error(read.failure)
    expect(read.result.calendars.slice(0, 2)).toMatchObject([
      { isMain: true, isChosen: true },
      { name: 'Crew', isChosen: false },
    ])
    expect(read.result.busy).toHaveLength(5)

    const startsAt = new Date(Math.ceil(from.getTime() / HOUR) * HOUR + 2 * DAY)
    const { id } = await office.transaction((tx) =>
      createAppointment(tx, PERSON, {
        customer: 'Sample Caller',
        job: 'No heat upstairs',
        startsAt: startsAt.toISOString(),
        endsAt: new Date(startsAt.getTime() + 2 * HOUR).toISOString(),
        state: 'confirmed',
      }),
    )
    const before = running.oauth.entriesOf(provider).flatMap(({ entries }) => entries).length
    for (const _ of ['once', 'again'])
      expect(await enterAppointment(office, provider, PERSON, id)).toEqual({ result: 'entered' })
    const entered = running.oauth.entriesOf(provider).flatMap(({ entries }) => entries)
    expect(entered).toHaveLength(before + 1)
    expect(entered.at(-1)).toMatchObject({ title: 'No heat upstairs', startsAt: startsAt.toISOString() })

    const again = await readCalendars(office, provider, PERSON, period)
    const own =
      'result' in again ? again.result.calendars.findLast(({ name }) => name === 'Bookings by phone') : undefined
    await chooseCalendars(office, provider, PERSON, [own?.id ?? ''])
    expect(await busyTimes(office, PERSON, period)).toMatchObject({
      busy: [{ startsAt: startsAt.toISOString() }],
      failed: [],
    })
  })
})
