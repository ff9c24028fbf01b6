import { describe, expect, it } from 'vitest'
import { integrationVariables } from '../../../lib/integrations/environment.ts'
import { settings } from '../../../scripts/support/settings.ts'

const places = {
  sitePort: 1,
  lakePort: 2,
  studioPort: 3,
  postgresPort: 4,
  clerkPort: 5,
  voicePort: 6,
  systemsPort: 6,
  dataDir: '/data',
}

/** Everything hosted, with keys of one's own. */
const own = {
  SITE_URL: 'https://www.example.com',
  SANITY_PROJECT_ID: 'abc12345',
  SANITY_API_READ_TOKEN: 'sk-viewer',
  SANITY_WEBHOOK_SECRET: 'a-long-secret-of-more-than-24',
  DATABASE_URL: 'postgres://site:a-password@db.example.com:5432/site',
  CONTACT_SECRET: 'another-long-secret-of-more-than-24',
  CONTACT_TO: 'office@example.com',
  SMTP_URL: 'smtps://site:a-password@mail.example.com:465',
}
const clerk = { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_live_a', CLERK_SECRET_KEY: 'sk_live_a' }
const here = { ...own, ...clerk, SITE_URL: 'http://localhost:1' }

describe('where the site listens', () => {
  it.each([
    ['with the sample keys', {}],
    ['with the sample accounts alone', { ...own, SITE_URL: 'http://localhost:1' }],
    ['with one sample key', { ...here, CONTACT_SECRET: '' }],
  ])('is this machine only %s', (_case, source) => {
    expect(settings(source, places)).toMatchObject({ sampleKeys: true, host: 'localhost' })
  })

  it.each([
    ['on a public address', own],
    ['with keys of its own', here],
  ])('is every interface %s', (_case, source) => {
    expect(settings(source, places)).toMatchObject({ sampleKeys: false, host: undefined })
  })

  it('is what HOST says', () => {
    expect(settings({ HOST: '0.0.0.0' }, places)).toMatchObject({ sampleKeys: true, host: '0.0.0.0' })
    expect(settings({ ...own, HOST: '10.0.0.7' }, places).host).toBe('10.0.0.7')
  })
})

describe('the systems that an owner can connect', () => {
  const GOOGLE = 'INTEGRATION_GOOGLE_WORKSPACE_'
  const ofGoogle = (source: Record<string, string>) => {
    const { site, localSystems } = settings(source, places)
    const names = Object.keys(site).filter((name) => name.startsWith(GOOGLE))
    return { localSystems, ...Object.fromEntries(names.map((name) => [name.slice(GOOGLE.length), site[name]])) }
  }

  it('are the local ones on this machine', () => {
    const address = 'http://127.0.0.1:6/google-workspace'
    expect(ofGoogle({})).toEqual({
      localSystems: true,
      CLIENT_ID: 'local-client-of-google-workspace',
      CLIENT_SECRET: 'local-secret-of-google-workspace',
      ISSUER: address,
      API: address,
    })
  })

  it('are those of the environment, each of which is taken whole', () => {
    expect(ofGoogle({ [`${GOOGLE}CLIENT_ID`]: 'own' })).toEqual({ localSystems: true, CLIENT_ID: 'own' })
    const all = integrationVariables.filter((name) => name.endsWith('_API'))
    const { localSystems } = settings(Object.fromEntries(all.map((name) => [name, 'https://example.com'])), places)
    expect(localSystems).toBe(false)
  })

  it('are none where the accounts are not local: others would be sent to this machine', () => {
    expect(ofGoogle(here)).toEqual({ localSystems: false })
    expect(ofGoogle({ ...own, ...clerk })).toEqual({ localSystems: false })
  })
})

describe('the local voice vendor', () => {
  it('is where the sample company is, with well-known values', () => {
    const { localVoice, site, env } = settings({}, places)
    expect(localVoice).toBe(true)
    expect(site).toMatchObject({ VOICE_API_URL: 'http://127.0.0.1:6', VOICE_START_SECRET: expect.any(String) })
    expect(env.voice).toMatchObject({ apiUrl: 'http://127.0.0.1:6', apiKey: 'local-voice-key' })
  })

  it.each([
    ['a key of one’s own', { VOICE_API_KEY: 'a-key' }],
    ['another address', { VOICE_API_URL: 'https://voice.example.com' }],
    ['a hosted Clerk', clerk],
    ['a public address', own],
  ])('gives way to %s', (_, source) => {
    const { localVoice, env } = settings(source, places)
    expect(localVoice).toBe(false)
    expect(env.voice.apiUrl).not.toContain('127.0.0.1')
    expect(env.voice.apiKey).not.toBe('local-voice-key')
  })
})
