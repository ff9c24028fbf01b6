import { describe, expect, it } from 'vitest'
import {
  formatIntegrationReport,
  getIntegrationSettings,
  INTEGRATION_VARIABLES,
  listMissingVariables,
  parseIntegrations,
} from '../../../lib/dashboard/integrations/environment.ts'
import { PROVIDER_NAMES, PROVIDERS } from '../../../lib/dashboard/integrations/providers.ts'
import { deriveSettings } from '../../../scripts/support/settings.ts'
import { localServiceOptions, stubSiteEnv } from '../../support/site-env.ts'

const PUBLIC_URL = 'https://www.example.com'
const LOCAL_URL = 'http://localhost:3000'
const KEY = Buffer.from('k'.repeat(32)).toString('base64')
const OTHER_KEY = Buffer.from('o'.repeat(32)).toString('base64')
const production = { NODE_ENV: 'production' }

describe('integration variables', () => {
  it('are parsed, and the first key comes first', () => {
    const { settings, problems } = parseIntegrations(
      {
        ...production,
        INTEGRATION_KEYS: ` new:${KEY} , old:${OTHER_KEY}`,
        INTEGRATION_SLACK_CLIENT_ID: ' id ',
        INTEGRATION_SLACK_CLIENT_SECRET: 'secret',
        INTEGRATION_SALESFORCE_ISSUER: 'https://test.salesforce.com/',
        INTEGRATION_SERVICETITAN_APP_KEY: 'app-key',
        INTEGRATION_ZAPIER_CLIENT_ID: ' ',
        INTEGRATION_ZAPIER_CLIENT_SECRET: 'secret',
      },
      PUBLIC_URL,
    )
    expect(problems).toEqual([])
    expect(settings.keys.map(({ id }) => id)).toEqual(['new', 'old'])
    expect(settings.providers.slack).toMatchObject({ missing: [], clientId: 'id', clientSecret: 'secret' })
    expect(settings.providers.salesforce.issuer).toBe('https://test.salesforce.com')
    expect(settings.providers.servicetitan).toMatchObject({ missing: [], appKey: 'app-key' })
    expect(settings.providers.zapier).toMatchObject({ missing: ['INTEGRATION_ZAPIER_CLIENT_ID'], clientId: '' })
  })

  it('disable a provider if they are missing, without reporting a problem', () => {
    const state = parseIntegrations(production, PUBLIC_URL)
    expect(state.problems).toEqual([])
    expect(formatIntegrationReport(state)).toBe('')
    const { providers } = state.settings
    expect(providers['google-workspace'].missing).toEqual([
      'INTEGRATION_KEYS',
      'INTEGRATION_GOOGLE_WORKSPACE_CLIENT_ID',
      'INTEGRATION_GOOGLE_WORKSPACE_CLIENT_SECRET',
    ])
    expect(providers.servicetitan.missing).toEqual(['INTEGRATION_KEYS', 'INTEGRATION_SERVICETITAN_APP_KEY'])
  })

  it.each([
    ['no key', 'secret'],
    ['a key without an id', KEY],
    ['a key with an invalid id', `a b:${KEY}`],
    ['a key with a wrong length', `a:${Buffer.from('short').toString('base64')}`],
    ['two keys with one id', `a:${KEY},a:${OTHER_KEY}`],
  ])('report %s without the value and enable no provider', (_, INTEGRATION_KEYS) => {
    const { settings, problems } = parseIntegrations({ ...production, INTEGRATION_KEYS }, PUBLIC_URL)
    expect(problems).toEqual([expect.stringMatching(/^INTEGRATION_KEYS has /)])
    expect(problems.join()).not.toContain(INTEGRATION_KEYS)
    expect(settings.keys).toEqual([])
    expect(settings.providers.hubspot.missing).toContain('INTEGRATION_KEYS')
  })

  it('with local default values are rejected on a public site and accepted on localhost', () => {
    const { site } = deriveSettings({}, localServiceOptions)
    const localResult = parseIntegrations({ ...site, ...production }, LOCAL_URL)
    expect(localResult.settings.keys).toHaveLength(1)
    expect(localResult.problems).toEqual([])
    expect(listMissingVariables(localResult.settings)).toEqual([])
    const { settings: rejectedSettings, problems } = parseIntegrations({ ...site, ...production }, PUBLIC_URL)
    expect(rejectedSettings.keys).toEqual([])
    const listProblems = (ending: string) => problems.filter((problem) => problem.includes(ending))
    expect(listProblems('INTEGRATION_KEYS has its public default value')).toHaveLength(1)
    expect(listProblems('_API points to this machine')).toHaveLength(PROVIDER_NAMES.length)
    expect(listProblems('_ISSUER points to this machine')).toHaveLength(PROVIDER_NAMES.length)
    expect(listProblems('_CLIENT_SECRET has its public default value')).toHaveLength(PROVIDER_NAMES.length - 1)
    expect(listProblems('INTEGRATION_SERVICETITAN_APP_KEY has its public default value')).toHaveLength(1)
    expect(listMissingVariables(rejectedSettings).map(({ label }) => label)).toEqual(
      PROVIDER_NAMES.map((name) => PROVIDERS[name].label),
    )
    expect(parseIntegrations(site, PUBLIC_URL).settings.keys, 'development accepts the default key').toHaveLength(1)
  })

  it.each([
    ['http://127.0.0.1:4000', 'points to this machine'],
    ['http://login.example.com', 'is not encrypted'],
    ['login.example.com', 'is not an https URL'],
    ['ftp://login.example.com', 'is not an https URL'],
  ])('report and ignore an address such as %s on a public site', (address, expectedText) => {
    const source = { ...production, INTEGRATION_KEYS: `a:${KEY}`, INTEGRATION_SLACK_API: address }
    const state = parseIntegrations(source, PUBLIC_URL)
    expect(state.problems).toEqual([expect.stringContaining(`INTEGRATION_SLACK_API ${expectedText}`)])
    expect(state.settings.providers.slack.api).toBeUndefined()
    expect(state.settings.providers.slack.missing).toContain('INTEGRATION_SLACK_API')
    expect(formatIntegrationReport(state)).toContain('INTEGRATION_SLACK_API')
  })

  it('can point to localhost if the site runs on localhost', () => {
    const source = { ...production, INTEGRATION_SLACK_ISSUER: 'http://127.0.0.1:4000' }
    expect(parseIntegrations(source, LOCAL_URL).settings.providers.slack.issuer).toBe('http://127.0.0.1:4000')
  })

  it('with local default values are rejected individually', () => {
    const overrides = { INTEGRATION_KEYS: `a:${KEY}`, INTEGRATION_SLACK_CLIENT_SECRET: 'secret' }
    const { settings, problems } = parseIntegrations(
      { ...production, ...overrides, INTEGRATION_SLACK_CLIENT_ID: 'local-client-of-slack' },
      PUBLIC_URL,
    )
    expect(problems).toEqual([expect.stringMatching(/^INTEGRATION_SLACK_CLIENT_ID has its public default value/)])
    expect(listMissingVariables(settings).find(({ label }) => label === 'Slack')).toEqual({
      label: 'Slack',
      names: ['INTEGRATION_SLACK_CLIENT_ID'],
    })
  })

  it('are parsed once per process', () => {
    stubSiteEnv()
    expect(getIntegrationSettings()).toBe(getIntegrationSettings())
  })

  it('are passed from the launcher to the site', () => {
    for (const name of ['KEYS', 'SLACK_CLIENT_SECRET', 'SERVICETITAN_APP_KEY', 'MICROSOFT_365_ISSUER', 'ZAPIER_API'])
      expect(INTEGRATION_VARIABLES).toContain(`INTEGRATION_${name}`)
    const source = Object.fromEntries(INTEGRATION_VARIABLES.map((name) => [name, `of ${name}`]))
    expect(deriveSettings(source, localServiceOptions).site).toMatchObject(source)
  })
})
