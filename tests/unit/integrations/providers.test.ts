import { describe, expect, it } from 'vitest'
import { PLANS } from '../../../lib/platform/auth/access-table.ts'
import { mergeBusyTimes } from '../../../lib/dashboard/integrations/calendars.ts'
import { resolveGrantedScopes } from '../../../lib/dashboard/integrations/connect.ts'
import { FAILURES, isFailureCode } from '../../../lib/dashboard/integrations/failure.ts'
import { OUTCOME_NAMES, OUTCOMES } from '../../../lib/dashboard/integrations/outcome.ts'
import { findAllowance, formatAllowance, findPlanRefusal } from '../../../lib/dashboard/integrations/plan.ts'
import {
  CALENDAR_PROVIDERS,
  type Provider,
  PROVIDER_NAMES,
  PROVIDERS,
  listScopes,
} from '../../../lib/dashboard/integrations/providers.ts'
import { getSample, findSamples } from '../../support/sample-content.ts'

const providers = Object.entries<Provider>(PROVIDERS)

describe('provider table', () => {
  it('contains the eight systems that the site lists', () => {
    expect(providers.map(([name, { label }]) => [name, label])).toEqual(
      findSamples('integration').map(({ _id, name }) => [_id.replace('integration-', ''), name]),
    )
  })

  it.each(providers)('describes for %s the data read, the purpose and the page to revoke access', (_, provider) => {
    expect(provider.reads.length).toBeGreaterThan(0)
    for (const { what, purpose } of provider.reads) {
      expect(what).toMatch(/^[A-Z]/)
      expect(purpose).toMatch(/^to /)
    }
    expect(new URL(provider.end.url).protocol).toBe('https:')
    for (const { scope, words } of provider.scopes) expect(words).not.toContain(scope)
  })

  it('requests no write scopes unless writing is enabled', () => {
    const broadScopes = /write|manage|full|admin|modify|app\.created|chat/i
    for (const name of PROVIDER_NAMES)
      expect(listScopes(name, false).filter((scope) => broadScopes.test(scope))).toEqual([])
    expect(listScopes('microsoft-365', true)).toContain('Calendars.ReadWrite')
    expect(listScopes('slack', true)).toContain('chat:write')
    expect(listScopes('zapier', true)).toEqual(listScopes('zapier', false))
  })

  it.each([
    ['google-workspace', /\.(freebusy|readonly)$/],
    ['microsoft-365', /\.Read(Basic)?$|^offline_access$/],
    ['hubspot', /\.read$|^oauth$/],
    ['slack', /:read$/],
  ] as const)('requests only the narrowest scopes from %s', (name, expectedScopes) => {
    for (const scope of listScopes(name, false)) expect(scope).toMatch(expectedScopes)
  })

  it('requests offline access where needed and, from Google, only a separate calendar', () => {
    expect(listScopes('microsoft-365', false)).toContain('offline_access')
    expect(listScopes('salesforce', false)).toContain('refresh_token')
    const [wider, ...rest] = listScopes('google-workspace', true).slice(listScopes('google-workspace', false).length)
    expect([wider, rest]).toEqual([expect.stringMatching(/\.app\.created$/), []])
  })

  it('marks exactly the secret fields of a key as secret', () => {
    const fields = providers.flatMap(([, { connect }]) => (connect.method === 'key' ? connect.fields : []))
    expect(fields.length).toBeGreaterThan(0)
    for (const { label, isSecret } of fields) expect([label, isSecret]).toEqual([label, /secret/i.test(label)])
  })

  it('allows writing only to calendars and Slack', () => {
    const names = providers.filter(([, { write }]) => write).map(([name]) => name)
    expect(names).toEqual([...CALENDAR_PROVIDERS, 'slack'])
    for (const name of CALENDAR_PROVIDERS) expect(PROVIDERS[name].kind).toBe('calendar')
  })

  it('reads no invoices, payments, employees or email', () => {
    const reads = providers.flatMap(([, provider]) => provider.reads.map(({ what }) => what))
    expect(reads.filter((description) => /invoice|payment|employee|mail/i.test(description))).toEqual([])
  })

  it('shows a caution if a provider has no read-only permission', () => {
    const cautious = providers.filter(([, { caution }]) => caution).map(([name]) => name)
    expect(cautious).toEqual(['salesforce', 'quickbooks', 'microsoft-365'])
  })
})

describe('granted scopes', () => {
  it.each<[what: string, asked: string[], answered: string[], isLasting: boolean, granted: string[]]>([
    ['all scopes', ['a', 'b'], ['b', 'a'], true, ['a', 'b']],
    ['some scopes', ['a', 'b'], ['a'], true, ['a']],
    ['additional scopes', ['a'], ['a', 'openid'], true, ['a', 'openid']],
    [
      'scopes in Microsoft’s format',
      ['Calendars.ReadBasic', 'offline_access'],
      ['https://graph.microsoft.com/calendars.readbasic'],
      true,
      ['Calendars.ReadBasic', 'offline_access'],
    ],
    ['no refresh token', ['api', 'refresh_token'], ['api'], false, ['api']],
  ])('are correct if the provider grants %s', (_, requested, returned, isLasting, granted) => {
    expect(resolveGrantedScopes(requested, returned, isLasting)).toEqual(granted)
  })
})

describe('plan allowance', () => {
  const comparison = JSON.stringify(getSample('page', 'page-pricing'))

  it('matches the pricing page', () => {
    expect(comparison).toContain('"Connected systems"')
    const columns = ['night_line', 'front_desk', 'several_crews'] as const
    const [reading, ...numbers] = columns.map((plan) => findAllowance([plan]))
    expect(comparison).toMatch(
      new RegExp(
        `"Connected systems"[^\\]]*"${reading?.systems} \\(read-only\\)"[^\\]]*"${numbers[0]?.systems} \\(writes to ${numbers[0]?.writing}\\)"[^\\]]*"${numbers[1]?.systems} \\(writes to each\\)"`,
      ),
    )
    expect(reading).toMatchObject({ writing: 0, calendarsOnly: true })
    const features = JSON.stringify(findSamples('pricingPlan'))
    expect(features).toContain('Reads one calendar, changes nothing in it')
    expect(features).toContain('Connects two systems, writes to one (off by default)')
    expect(numbers[0]?.systems).toBe(2)
    expect(numbers[0]?.writing).toBe(1)
    expect(features).toContain('Up to five connected systems')
    expect(numbers[1]?.systems).toBe(5)
    expect(numbers[1]?.writing, 'all of them can write').toBe(5)
  })

  it('limits the number of systems with write access', () => {
    const frontDesk = findAllowance(['front_desk'])
    const writing = { provider: 'microsoft-365', writes: ['visits'] } as const
    expect(findPlanRefusal(frontDesk, [], 'google-workspace', true)).toBeUndefined()
    expect(findPlanRefusal(frontDesk, [writing], 'microsoft-365', true)).toBeUndefined()
    expect(findPlanRefusal(frontDesk, [writing], 'google-workspace', true)).toMatch(/It is on for Microsoft 365/)
    expect(findPlanRefusal(frontDesk, [{ ...writing, writes: [] }], 'google-workspace', true)).toBeUndefined()
  })

  it('is described in one sentence and requires the integrations feature', () => {
    expect(formatAllowance(findAllowance(['night_line'])!)).toBe(
      'Your Night line plan includes one calendar, read-only.',
    )
    expect(formatAllowance(findAllowance(['several_crews'])!)).toBe(
      'Your Several crews plan includes 5 integrations, all with write access.',
    )
    expect(findAllowance(['free_org'])).toBeUndefined()
    expect(findAllowance(['night_line', 'several_crews'])?.plan).toBe('several_crews')
    for (const [plan, { features }] of Object.entries(PLANS)) {
      expect((features as readonly string[]).includes('integrations')).toBe(findAllowance([plan]) !== undefined)
    }
  })
})

describe('integration messages', () => {
  it('for failures and outcomes are sentences without codes or exclamation marks', () => {
    const sentences = [...Object.values(FAILURES), ...Object.values(OUTCOMES)].map((each) => each.words)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z“][^_!{}]+\.$/)
  })

  it('for failures exist only for known codes', () => {
    expect(['key_refused', null, '', 'null', 'toString', 'another'].filter(isFailureCode)).toEqual(['key_refused'])
  })

  it.each(Object.entries(FAILURES))('for %s suggest reconnecting only if reconnecting helps', (_, failure) => {
    expect(/sign in again|reconnect|paste a new one/i.test(failure.words)).toBe(failure.again)
  })

  it('for outcomes name the system and report success only when connected', () => {
    expect(OUTCOME_NAMES.length).toBeGreaterThan(0)
    for (const name of OUTCOME_NAMES) {
      const { title, isDone } = OUTCOMES[name]
      if (name !== 'plan') expect(title).toContain('{system}')
      expect([title, isDone]).toEqual([title, / is (connected|on)\b/.test(title)])
    }
  })
})

describe('busy times', () => {
  const buildBusyTime = (from: number, to: number) => ({
    startsAt: new Date(Date.UTC(2026, 2, 1, from)).toISOString(),
    endsAt: new Date(Date.UTC(2026, 2, 1, to)).toISOString(),
  })

  it('are merged if they overlap or touch, and are sorted', () => {
    const times = [
      buildBusyTime(14, 15),
      buildBusyTime(8, 10),
      buildBusyTime(9, 11),
      buildBusyTime(11, 12),
      buildBusyTime(8, 9),
    ]
    expect(mergeBusyTimes(times)).toEqual([buildBusyTime(8, 12), buildBusyTime(14, 15)])
    expect(mergeBusyTimes([])).toEqual([])
    const input = [buildBusyTime(8, 10), buildBusyTime(9, 11)]
    mergeBusyTimes(input)
    expect(input, 'the input is unchanged').toEqual([buildBusyTime(8, 10), buildBusyTime(9, 11)])
    expect(mergeBusyTimes([buildBusyTime(8, 12), buildBusyTime(9, 10)])).toEqual([buildBusyTime(8, 12)])
  })
})
