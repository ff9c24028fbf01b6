import { describe, expect, it, vi } from 'vitest'
import { INTEGRATION_VARIABLES } from '../../../lib/dashboard/integrations/environment.ts'
import { deriveSettings } from '../../../scripts/support/settings.ts'
import { hostedVariables as hostedEnv, localServiceOptions as places } from '../../support/site-env.ts'
import { announce } from '../../../scripts/support/announce.ts'

const clerkEnv = { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_live_a', CLERK_SECRET_KEY: 'sk_live_a' }
const localEnv = { ...hostedEnv, ...clerkEnv, SITE_URL: 'http://localhost:1' }

describe('listen address', () => {
  it.each([
    ['with the sample keys', {}],
    ['with only the sample accounts', { ...hostedEnv, SITE_URL: 'http://localhost:1' }],
    ['with one sample key', { ...localEnv, CONTACT_SECRET: '' }],
  ])('is localhost only %s', (_case, source) => {
    expect(deriveSettings(source, places)).toMatchObject({ sampleKeys: true, host: 'localhost' })
  })

  it.each([
    ['on a public URL', hostedEnv],
    ['with custom keys', localEnv],
  ])('is every interface %s', (_case, source) => {
    expect(deriveSettings(source, places)).toMatchObject({ sampleKeys: false, host: undefined })
  })

  it('can be set with HOST', () => {
    expect(deriveSettings({ HOST: '0.0.0.0' }, places)).toMatchObject({ sampleKeys: true, host: '0.0.0.0' })
    expect(deriveSettings({ ...hostedEnv, HOST: '10.0.0.7' }, places).host).toBe('10.0.0.7')
  })
})

describe('connectable systems', () => {
  const GOOGLE_PREFIX = 'INTEGRATION_GOOGLE_WORKSPACE_'
  const readGoogleSettings = (source: Record<string, string>) => {
    const { site, localSystems } = deriveSettings(source, places)
    const names = Object.keys(site).filter((name) => name.startsWith(GOOGLE_PREFIX))
    return { localSystems, ...Object.fromEntries(names.map((name) => [name.slice(GOOGLE_PREFIX.length), site[name]])) }
  }

  it('use the local servers in development', () => {
    const address = 'http://127.0.0.1:6/google-workspace'
    expect(readGoogleSettings({})).toEqual({
      localSystems: true,
      CLIENT_ID: 'local-client-of-google-workspace',
      CLIENT_SECRET: 'local-secret-of-google-workspace',
      ISSUER: address,
      API: address,
    })
  })

  it('use the environment if any variable of a system is set', () => {
    expect(readGoogleSettings({ [`${GOOGLE_PREFIX}CLIENT_ID`]: 'own' })).toEqual({
      localSystems: true,
      CLIENT_ID: 'own',
    })
    const apiVariables = INTEGRATION_VARIABLES.filter((name) => name.endsWith('_API'))
    const { localSystems } = deriveSettings(
      Object.fromEntries(apiVariables.map((name) => [name, 'https://example.com'])),
      places,
    )
    expect(localSystems).toBe(false)
  })

  it('have no local servers with hosted accounts, because those would redirect to localhost', () => {
    expect(readGoogleSettings(localEnv)).toEqual({ localSystems: false })
    expect(readGoogleSettings({ ...hostedEnv, ...clerkEnv })).toEqual({ localSystems: false })
  })
})

describe('local Clerk', () => {
  it('starts only without Clerk keys and on localhost', () => {
    expect(deriveSettings({}, places).localClerk).toBe(true)
    expect(deriveSettings(hostedEnv, places).localClerk).toBe(false)
    expect(deriveSettings(hostedEnv, places).site).not.toHaveProperty('CLERK_SECRET_KEY')
  })

  it.each(['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY'])('is disabled if %s is set', (name) => {
    const { localClerk, site } = deriveSettings({ [name]: 'anything' }, places)
    expect(localClerk).toBe(false)
    expect(site).toMatchObject({ [name]: 'anything' })
    expect(site).not.toHaveProperty('CLERK_API_URL')
  })
})

describe('local voice vendor', () => {
  it('is used with the sample company and has fixed credentials', () => {
    const { localVoice, site, env } = deriveSettings({}, places)
    expect(localVoice).toBe(true)
    expect(site).toMatchObject({ VOICE_API_URL: 'http://127.0.0.1:7', VOICE_START_SECRET: expect.any(String) })
    expect(env.voice).toMatchObject({ apiUrl: 'http://127.0.0.1:7', apiKey: 'local-voice-key' })
  })

  it.each([
    ['a custom key', { VOICE_API_KEY: 'a-key' }],
    ['another URL', { VOICE_API_URL: 'https://voice.example.com' }],
    ['a hosted Clerk', clerkEnv],
    ['a public URL', hostedEnv],
  ])('is disabled by %s', (_, source) => {
    const { localVoice, env } = deriveSettings(source, places)
    expect(localVoice).toBe(false)
    expect(env.voice.apiUrl).not.toContain('127.0.0.1')
    expect(env.voice.apiKey).not.toBe('local-voice-key')
  })
})

describe('local inbox', () => {
  it('receives the emails of the site and the local Clerk', () => {
    const { localMail, env } = deriveSettings({}, places)
    expect(localMail).toBe(true)
    expect(env.contact.mail).toMatchObject({ smtpUrl: 'smtp://local:local-password@127.0.0.1:9' })
  })

  it.each([
    ['another mail server', { SMTP_URL: 'smtps://site:a-password@mail.example.com:465' }],
    ['a public URL', hostedEnv],
  ])('is disabled by %s', (_, source) => {
    const { localMail, env } = deriveSettings(source, places)
    expect(localMail).toBe(false)
    expect(env.contact.mail?.smtpUrl).toBe('smtps://site:a-password@mail.example.com:465')
  })

  it('is disabled on a public URL without a mail server, so that messages wait in the database', () => {
    const source = {
      ...hostedEnv,
      SMTP_URL: '',
      CONTACT_WEBHOOK_URL: 'https://crm.example.com/hook',
      CONTACT_WEBHOOK_SECRET: 'a-third-long-secret-of-more-than-24',
    }
    const { localMail, env } = deriveSettings(source, places)
    expect(localMail).toBe(false)
    expect(env.contact.mail).toBeUndefined()
  })
})

function captureOutput(source: Record<string, string>): string {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  announce(deriveSettings(source, places))
  const text = lines.mock.calls.join('\n')
  vi.restoreAllMocks()
  return text
}

it('startup output names the address of the local inbox, or the mail server', () => {
  expect(captureOutput({})).toMatch(/Inbox +http:\/\/localhost:8 +all emails, sign-in codes and invitations/)
  const smtpOutput = captureOutput({ SMTP_URL: 'smtps://site:a-password@mail.example.com:465' })
  expect(smtpOutput).toMatch(/Mail +via mail\.example\.com:465/)
  expect(smtpOutput).not.toContain('Inbox')
})

it('startup output lists the local systems and the missing variables of incomplete ones', () => {
  expect(captureOutput({})).toMatch(/Systems +http:\/\/127\.0\.0\.1:6 /)
  expect(captureOutput({})).not.toContain('is off: set')
  const unfinishedOutput = captureOutput({ INTEGRATION_ZAPIER_CLIENT_ID: 'own' })
  expect(unfinishedOutput).toContain('Zapier is off: set INTEGRATION_ZAPIER_CLIENT_SECRET')
  expect(unfinishedOutput).not.toContain('Slack is off')
})

it('startup output lists the variables of every system if none is local', () => {
  const hostedOutput = captureOutput({ NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_live_a', CLERK_SECRET_KEY: 'sk_live_a' })
  expect(hostedOutput).not.toContain('127.0.0.1:6')
  expect(hostedOutput).toContain('Slack is off: set INTEGRATION_SLACK_CLIENT_ID, INTEGRATION_SLACK_CLIENT_SECRET')
})
