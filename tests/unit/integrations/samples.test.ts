import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '../../../lib/dashboard/integrations/api.ts'
import { fetchCalendars } from '../../../lib/dashboard/integrations/calendars.ts'
import { parseIntegrations } from '../../../lib/dashboard/integrations/environment.ts'
import type { ProviderName } from '../../../lib/dashboard/integrations/providers.ts'
import { SAMPLE_REQUESTS } from '../../../lib/dashboard/integrations/samples.ts'
import { EMPTY_SECRET } from '../../../lib/dashboard/integrations/repository.ts'

/** Responses and addresses from each provider's documentation. */
const ANSWERS: Record<string, unknown> = {
  'https://example.my.salesforce.com/services/data/v62.0/query?q=SELECT+Name+FROM+Organization+LIMIT+1': {
    totalSize: 1,
    records: [{ attributes: { type: 'Organization' }, Name: 'Sample Heating' }],
  },
  'https://example.my.salesforce.com/services/data/v62.0/query?q=SELECT+Name+FROM+Account+LIMIT+1': { records: [] },
  'https://api.hubapi.com/account-info/v3/details': { portalId: 5550100, timeZone: 'US/Eastern' },
  'https://api.hubapi.com/crm/v3/objects/contacts?limit=1&properties=firstname%2Clastname': {
    results: [{ id: '1', properties: { firstname: 'Kim', lastname: null } }],
  },
  'https://quickbooks.api.intuit.com/v3/company/12/companyinfo/12': { CompanyInfo: { CompanyName: 'Sample Heating' } },
  'https://quickbooks.api.intuit.com/v3/company/12/query?query=select+DisplayName+from+Customer+maxresults+1': {
    QueryResponse: { Customer: [{ DisplayName: 'Kim Sample' }] },
  },
  'https://graph.microsoft.com/v1.0/me?%24select=displayName%2Cmail%2CuserPrincipalName': {
    displayName: 'Office',
    mail: null,
    userPrincipalName: 'office@example.com',
  },
  'https://graph.microsoft.com/v1.0/me/calendars?%24select=name&%24top=1': { value: [{ id: 'A', name: 'Calendar' }] },
  'https://slack.com/api/auth.test': { ok: true, team: 'Sample Heating', user: 'bot' },
  'https://slack.com/api/conversations.list?limit=1&types=public_channel&exclude_archived=true': {
    ok: true,
    channels: [{ id: 'C1', name: 'dispatch' }],
  },
  'https://api.zapier.com/v1/profiles/me': { id: 1, full_name: 'Kim Sample' },
  'https://api.zapier.com/v1/zaps?limit=1': { objects: [{ title: 'New lead to sheet' }] },
}

const SECRET = {
  ...EMPTY_SECRET,
  accessToken: 'token-of-the-test',
  details: { instance_url: 'https://example.my.salesforce.com', realmId: '12' },
}

const { settings } = parseIntegrations({}, 'http://localhost:3000')
const requests: { address: string; init: RequestInit }[] = []

function mockResponses(answers: Record<string, unknown>): void {
  requests.length = 0
  vi.stubGlobal('fetch', async (url: URL | string, init: RequestInit) => {
    const address = String(url)
    requests.push({ address, init })
    return address in answers ? Response.json(answers[address]) : Response.json({ error: address }, { status: 404 })
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('connection test', () => {
  it.each<[ProviderName, object]>([
    ['salesforce', { account: 'Sample Heating', kind: 'customer', name: null }],
    ['hubspot', { account: 'Account 5550100', kind: 'contact', name: 'Kim' }],
    ['quickbooks', { account: 'Sample Heating', kind: 'customer', name: 'Kim Sample' }],
    ['microsoft-365', { account: 'office@example.com', kind: 'calendar', name: 'Calendar' }],
    ['slack', { account: 'Sample Heating', kind: 'channel', name: 'dispatch' }],
    ['zapier', { account: 'Kim Sample', kind: 'Zap', name: 'New lead to sheet' }],
  ])('of %s reads one record, changes nothing and follows no redirects', async (name, sample) => {
    mockResponses(ANSWERS)
    expect(await SAMPLE_REQUESTS[name](createApi(settings, name, SECRET))).toEqual(sample)
    for (const { init } of requests) {
      expect(init.method ?? 'GET').toBe('GET')
      expect(init.redirect).toBe('manual')
      expect(new Headers(init.headers).get('authorization')).toBe('Bearer token-of-the-test')
    }
  })

  it.each<[what: string, ProviderName, answers: Record<string, unknown>, sample: object]>([
    [
      'a company with a customer',
      'salesforce',
      { 'query?q=SELECT+Name+FROM+Account': { records: [{ Name: 'Kim Sample' }] } },
      { account: 'Sample Heating', name: 'Kim Sample' },
    ],
    ['a company without a name', 'salesforce', { 'FROM+Organization': { records: [] } }, { account: null }],
    [
      'a contact with both names',
      'hubspot',
      { contacts: { results: [{ properties: { firstname: 'Kim', lastname: 'Sample' } }] } },
      { name: 'Kim Sample' },
    ],
    ['a contact without a name', 'hubspot', { contacts: { results: [{ properties: {} }] } }, { name: null }],
    ['no contact', 'hubspot', { contacts: { results: [] } }, { account: 'Account 5550100', name: null }],
    ['no customer', 'quickbooks', { '/query?': { QueryResponse: {} } }, { account: 'Sample Heating', name: null }],
    [
      'the primary calendar at any position',
      'google-workspace',
      {
        calendarList: {
          items: [
            { id: 'crew@example.com', summary: 'Crew' },
            { id: 'office@example.com', summary: 'Office', primary: true },
          ],
        },
      },
      { account: 'office@example.com', name: 'Office' },
    ],
    [
      'the first calendar if none is the primary one',
      'google-workspace',
      { calendarList: { items: [{ id: 'crew@example.com', summary: 'Crew' }] } },
      { account: 'crew@example.com', name: 'Crew' },
    ],
    ['no calendar', 'google-workspace', { calendarList: {} }, { account: null, name: null }],
    [
      'the email address instead of the sign-in name',
      'microsoft-365',
      { '/me?': { displayName: 'Office', mail: 'mail@example.com', userPrincipalName: 'name@example.com' } },
      { account: 'mail@example.com' },
    ],
    [
      'the name of a user who has no email address, and no calendar',
      'microsoft-365',
      { '/me?': { displayName: 'Office' }, calendars: { value: [] } },
      { account: 'Office', name: null },
    ],
    ['no channel', 'slack', { 'conversations.list': { ok: true, channels: [] } }, { name: null }],
    [
      'the email address of a user who has no name',
      'zapier',
      { '/me': { email: 'kim@example.com' } },
      { account: 'kim@example.com' },
    ],
    ['no Zap', 'zapier', { zaps: {} }, { account: 'Kim Sample', name: null }],
  ])('shows %s: %s', async (_, name, overrides, sample) => {
    const findOverride = (address: string) => Object.entries(overrides).find(([part]) => address.includes(part))?.[1]
    const LISTS = {
      'https://www.googleapis.com/calendar/v3/users/me/calendarList?maxResults=50': {},
      ...ANSWERS,
    }
    mockResponses(
      Object.fromEntries(
        Object.entries(LISTS).map(([address, defaultResponse]) => [address, findOverride(address) ?? defaultResponse]),
      ),
    )
    expect(await SAMPLE_REQUESTS[name](createApi(settings, name, SECRET))).toMatchObject(sample)
  })

  it('of ServiceTitan only requests data of the tenant, even with an unusual tenant id', async () => {
    const tenant = '1/../2?x'
    const address = 'https://api.servicetitan.io/crm/v2/tenant/1%2F..%2F2%3Fx/customers?page=1&pageSize=1'
    mockResponses({ [address]: { data: [{ name: 'Kim Sample' }] } })
    const fetchSample = () =>
      SAMPLE_REQUESTS.servicetitan(createApi(settings, 'servicetitan', { ...SECRET, key: { tenant } }))
    expect(await fetchSample()).toEqual({ account: `Tenant ${tenant}`, kind: 'customer', name: 'Kim Sample' })
    mockResponses({ [address]: { data: [] } })
    expect(await fetchSample()).toMatchObject({ name: null })
  })

  it('of Slack fails if the response has an unexpected shape', async () => {
    mockResponses({ 'https://slack.com/api/auth.test': { ok: true, user: 'bot' } })
    await expect(SAMPLE_REQUESTS.slack(createApi(settings, 'slack', SECRET))).rejects.toThrow('unexpected_answer')
  })

  it('of Slack maps error codes in 200 responses', async () => {
    const fetchErrorCode = async (error: string) => {
      mockResponses({ 'https://slack.com/api/auth.test': { ok: false, error } })
      return SAMPLE_REQUESTS.slack(createApi(settings, 'slack', SECRET)).catch(
        (thrown: { code: string }) => thrown.code,
      )
    }
    for (const signedOut of ['token_revoked', 'token_expired', 'account_inactive', 'invalid_auth', 'not_authed'])
      expect(await fetchErrorCode(signedOut)).toBe('invalid_grant')
    expect(await fetchErrorCode('missing_scope')).toBe('insufficient_scope')
    expect(await fetchErrorCode('fatal_error')).toBe('unexpected_answer')
  })

  it('of Salesforce never sends the token to a host outside Salesforce', async () => {
    mockResponses({})
    const foreignSecret = { ...SECRET, details: { instance_url: 'https://salesforce.com.example.com' } }
    await expect(SAMPLE_REQUESTS.salesforce(createApi(settings, 'salesforce', foreignSecret))).rejects.toThrow(
      'unexpected_answer',
    )
    expect(requests.map(({ address }) => new URL(address).host)).toEqual(['login.salesforce.com'])
  })
})

describe('Microsoft busy times', () => {
  it('cover all pages of busy events in UTC, whatever the server time zone', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    const baseUrl = 'https://graph.microsoft.com/v1.0/me/calendars/main%3D/calendarView'
    const query = (skip: number) =>
      new URLSearchParams({
        startDateTime: '2026-03-01T00:00:00.000Z',
        endDateTime: '2026-03-08T00:00:00.000Z',
        $select: 'start,end,showAs,isCancelled',
        $top: '500',
        $skip: String(skip),
      }).toString()
    const buildEvent = (hour: number, showAs: string, isCancelled = false) => ({
      showAs,
      isCancelled,
      start: { dateTime: `2026-03-02T0${hour}:00:00.0000000`, timeZone: 'UTC' },
      end: { dateTime: `2026-03-02T0${hour}:30:00.0000000`, timeZone: 'UTC' },
    })
    mockResponses({
      'https://graph.microsoft.com/v1.0/me/calendars?%24select=id%2Cname%2CisDefaultCalendar&%24top=100': {
        value: [
          { id: 'main=', name: 'Calendar', isDefaultCalendar: true },
          { id: 'other', name: 'Birthdays' },
        ],
      },
      [`${baseUrl}?${query(0)}`]: {
        value: [buildEvent(1, 'busy'), buildEvent(2, 'free'), buildEvent(3, 'oof', true)],
        '@odata.nextLink': 'https://graph.microsoft.com/next',
      },
      [`${baseUrl}?${query(500)}`]: { value: [buildEvent(4, 'tentative'), buildEvent(6, 'oof')] },
    })
    const period = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-08T00:00:00Z') }
    const calendarResult = await fetchCalendars(
      'microsoft-365',
      createApi(settings, 'microsoft-365', SECRET),
      SECRET,
      period,
    )
    expect(calendarResult).toEqual({
      calendars: [
        { id: 'main=', name: 'Calendar', isMain: true, isChosen: true },
        { id: 'other', name: 'Birthdays', isMain: false, isChosen: false },
      ],
      busy: [
        { startsAt: '2026-03-02T01:00:00.000Z', endsAt: '2026-03-02T01:30:00.000Z' },
        { startsAt: '2026-03-02T04:00:00.000Z', endsAt: '2026-03-02T04:30:00.000Z' },
        { startsAt: '2026-03-02T06:00:00.000Z', endsAt: '2026-03-02T06:30:00.000Z' },
      ],
    })
  })
})

describe('Google busy times', () => {
  const LIST = 'https://www.googleapis.com/calendar/v3/users/me/calendarList?maxResults=250'
  const BUSY = 'https://www.googleapis.com/calendar/v3/freeBusy'
  const period = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-08T00:00:00Z') }
  const items = Array.from({ length: 51 }, (_, number) => ({ id: `${number}`, summary: 'Crew', primary: number === 0 }))
  const readCalendars = (calendars: string[] | null = null) =>
    fetchCalendars(
      'google-workspace',
      createApi(settings, 'google-workspace', SECRET),
      { ...SECRET, calendars },
      period,
    )

  it('are requested for at most 50 calendars per request', async () => {
    mockResponses({
      [LIST]: { items },
      [BUSY]: {
        calendars: { a: { busy: [{ start: '2026-03-02T01:00:00+01:00', end: '2026-03-02T02:00:00+01:00' }] } },
      },
    })
    const { busy } = await readCalendars(items.map(({ id }) => id))
    expect(busy).toEqual([{ startsAt: '2026-03-02T00:00:00.000Z', endsAt: '2026-03-02T01:00:00.000Z' }])
    const queries = requests.flatMap(({ init }) =>
      typeof init.body === 'string' ? [JSON.parse(init.body) as object] : [],
    )
    const buildQuery = (from: number, to: number) => ({
      timeMin: '2026-03-01T00:00:00.000Z',
      timeMax: '2026-03-08T00:00:00.000Z',
      items: items.slice(from, to).map(({ id }) => ({ id })),
    })
    expect(queries).toEqual([buildQuery(0, 50), buildQuery(50, 51)])
  })

  it('default to the primary calendar, and are not requested if no calendar is selected', async () => {
    mockResponses({ [LIST]: { items: items.slice(0, 2) }, [BUSY]: { calendars: {} } })
    const { calendars } = await readCalendars()
    expect(calendars.map(({ isMain }) => isMain)).toEqual([true, false])
    expect(calendars.map(({ isChosen }) => isChosen)).toEqual([true, false])
    mockResponses({ [LIST]: { items: items.slice(0, 2) } })
    expect((await readCalendars([])).busy).toEqual([])
  })

  it.each([
    ['an unreadable calendar, which must not look free', { busy: [], errors: [{}] }, 'insufficient_scope'],
    ['an invalid time', { busy: [{ start: 'now', end: 'later' }] }, 'unexpected_answer'],
  ])('fail on %s', async (_, calendar, code) => {
    mockResponses({ [LIST]: { items }, [BUSY]: { calendars: { 0: calendar } } })
    await expect(readCalendars()).rejects.toMatchObject({ code })
  })

  it('fail for a system without calendars', async () => {
    const slack = fetchCalendars('slack', createApi(settings, 'slack', SECRET), SECRET, period)
    await expect(slack).rejects.toMatchObject({ code: 'insufficient_scope' })
  })
})
