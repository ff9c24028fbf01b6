import { describe, expect, it } from 'vitest'
import { EnvError, parseEnv } from '../../../lib/platform/env/env.ts'
import { hostedVariables } from '../../support/site-env.ts'

const hostedEnv = { ...hostedVariables, NODE_ENV: 'production', SITE_URL: 'https://www.example.com/' }

const localEnv = {
  NODE_ENV: 'production',
  SANITY_PROJECT_ID: 'local',
  SANITY_API_READ_TOKEN: 'local-viewer-token-0000000000000000000000',
  SANITY_WEBHOOK_SECRET: 'local-webhook-secret-000000000000000000',
  SANITY_API_HOST: 'http://localhost:3900',
  SITE_URL: 'http://localhost:3000',
  DATABASE_URL: 'postgres://local:local-password@127.0.0.1:5499/postgres',
  VOICE_WEBHOOK_SECRET: 'local-voice-secret-00000000000000000000',
  VOICE_START_SECRET: 'local-voice-start-secret-00000000000000',
  VOICE_API_KEY: 'local-voice-key',
  VOICE_API_URL: 'http://127.0.0.1:3700',
  CONTACT_SECRET: 'local-contact-secret-000000000000000000',
  PUSH_VAPID_PUBLIC_KEY: 'BMV66S8Qo2Zi088GfGI4Q8y6DS5VxnX-oRO0FOq5AoKxPjivdUw9Nl9XLFlqQ6z3msUcJzpunT_ftCBGYN2LDIA',
  PUSH_VAPID_PRIVATE_KEY: 'local-push-key-0000000000000000000000000000',
  PUSH_VAPID_SUBJECT: 'mailto:office@ductwise.test',
  CONTACT_TO: 'office@ductwise.test',
  SMTP_URL: 'smtp://local:local-password@127.0.0.1:3825',
}

function readProblems(source: Record<string, string | undefined>): string {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
  return ''
}

describe('parseEnv', () => {
  it('accepts hosted values, defaults the dataset and removes the trailing slash', () => {
    expect(parseEnv(hostedEnv)).toEqual({
      projectId: 'abc12345',
      dataset: 'production',
      readToken: 'sk-viewer',
      webhookSecret: 'a-long-secret-of-more-than-24',
      acceptedWebhookSecrets: ['a-long-secret-of-more-than-24'],
      apiHost: undefined,
      siteUrl: 'https://www.example.com',
      voiceAgent: undefined,
      voice: {
        webhookSecret: undefined,
        acceptedWebhookSecrets: [],
        startSecret: undefined,
        acceptedStartSecrets: [],
        apiKey: undefined,
        apiUrl: 'https://api.elevenlabs.io',
      },
      databaseUrl: 'postgres://site:a-password@db.example.com:5432/site',
      contact: {
        secret: 'another-long-secret-of-more-than-24',
        acceptedSecrets: ['another-long-secret-of-more-than-24'],
        mail: {
          to: 'office@example.com',
          from: 'office@example.com',
          smtpUrl: 'smtps://site:a-password@mail.example.com:465',
        },
        webhook: undefined,
      },
      trustedProxies: 0,
      shutdownDelay: 0,
      databasePoolerUrl: undefined,
      databasePoolSize: 5,
      jobs: 'in-process',
      operatorToken: undefined,
      telemetry: {
        isSent: false,
        exportInterval: 60_000,
        traceShare: 1,
        sentryDsn: undefined,
        environment: 'production',
      },
    })
  })

  it.each([
    ['2', 'DATABASE_POOL_SIZE is below 3: use 3 to 100'],
    ['101', 'DATABASE_POOL_SIZE is above 100: use 3 to 100'],
    ['7.5', 'DATABASE_POOL_SIZE is not a whole number: use 3 to 100'],
    ['many', 'DATABASE_POOL_SIZE is not a number: set the maximum Postgres connections per process'],
  ])('rejects a pool of %s connections', (size, problem) => {
    expect(readProblems({ ...hostedEnv, DATABASE_POOL_SIZE: size })).toContain(problem)
  })

  it('reads the pool size', () => {
    expect(parseEnv({ ...hostedEnv, DATABASE_POOL_SIZE: '20' }).databasePoolSize).toBe(20)
  })

  it('runs jobs in-process unless a worker is configured', () => {
    expect(parseEnv(hostedEnv).jobs).toBe('in-process')
    expect(parseEnv({ ...hostedEnv, JOBS: 'worker' }).jobs).toBe('worker')
    const advice = 'JOBS must be in-process or worker: see docs/operate/upgrading.md'
    expect(readProblems({ ...hostedEnv, JOBS: 'none' })).toContain(advice)
  })

  it('reads the voice agent ID and defaults to the vendor script', () => {
    expect(parseEnv({ ...hostedEnv, VOICE_AGENT_ID: 'agent_01' }).voiceAgent).toEqual({
      agentId: 'agent_01',
      scriptUrl: expect.stringMatching(
        /^https:\/\/unpkg\.com\/@elevenlabs\/convai-widget-embed@\d+\.\d+\.\d+\/.+\.js$/,
      ),
      integrity: expect.stringMatching(/^sha384-.{64}$/),
    })
    const VOICE_AGENT_SCRIPT_URL = 'https://voice.example.com/embed-1.js'
    const VOICE_AGENT_SCRIPT_INTEGRITY = `sha384-${'A'.repeat(64)}`
    const overrides = { ...hostedEnv, VOICE_AGENT_ID: 'agent_01', VOICE_AGENT_SCRIPT_URL, VOICE_AGENT_SCRIPT_INTEGRITY }
    expect(parseEnv(overrides).voiceAgent).toEqual({
      agentId: 'agent_01',
      scriptUrl: VOICE_AGENT_SCRIPT_URL,
      integrity: VOICE_AGENT_SCRIPT_INTEGRITY,
    })
    expect(parseEnv({ ...hostedEnv, VOICE_AGENT_SCRIPT_URL }).voiceAgent).toBeUndefined()
    expect(readProblems({ ...hostedEnv, VOICE_AGENT_ID: '"><script>' })).toContain('VOICE_AGENT_ID')
    expect(readProblems({ ...hostedEnv, VOICE_AGENT_SCRIPT_URL: 'javascript:alert(1)' })).toContain(
      'VOICE_AGENT_SCRIPT_URL',
    )
  })

  it("requires a custom script's integrity hash on public sites, and a hash requires its script", () => {
    const VOICE_AGENT_SCRIPT_URL = 'https://voice.example.com/embed-1.js'
    const agent = { VOICE_AGENT_ID: 'agent_01', VOICE_AGENT_SCRIPT_URL }
    expect(readProblems({ ...hostedEnv, ...agent, NODE_ENV: 'production' })).toContain('VOICE_AGENT_SCRIPT_INTEGRITY')
    expect(parseEnv({ ...localEnv, ...agent }).voiceAgent?.integrity).toBeUndefined()
    expect(readProblems({ ...hostedEnv, ...agent, VOICE_AGENT_SCRIPT_INTEGRITY: 'md5-abc' })).toContain(
      'VOICE_AGENT_SCRIPT_INTEGRITY',
    )
    const VOICE_AGENT_SCRIPT_INTEGRITY = `sha384-${'A'.repeat(64)}`
    expect(readProblems({ ...hostedEnv, VOICE_AGENT_ID: 'agent_01', VOICE_AGENT_SCRIPT_INTEGRITY })).toContain(
      'VOICE_AGENT_SCRIPT_URL',
    )
  })

  it('accepts local values in production on a loopback address', () => {
    for (const SITE_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(parseEnv({ ...localEnv, SITE_URL }).projectId).toBe('local')
    }
  })

  it.each([
    'SANITY_PROJECT_ID',
    'SANITY_API_READ_TOKEN',
    'SANITY_WEBHOOK_SECRET',
    'SITE_URL',
    'DATABASE_URL',
    'CONTACT_SECRET',
    'CONTACT_TO',
    'SMTP_URL',
  ])('reports %s and a fix if it is missing or blank', (name) => {
    expect(readProblems({ ...hostedEnv, [name]: undefined })).toMatch(new RegExp(`${name} is missing: \\w+`))
    expect(readProblems({ ...hostedEnv, [name]: '  ' })).toMatch(new RegExp(`${name} is missing: \\w+`))
  })

  it.each([
    'SANITY_PROJECT_ID',
    'SANITY_API_READ_TOKEN',
    'SANITY_WEBHOOK_SECRET',
    'SANITY_API_HOST',
    'DATABASE_URL',
    'CONTACT_SECRET',
    'CONTACT_TO',
    'SMTP_URL',
    'VOICE_WEBHOOK_SECRET',
    'VOICE_START_SECRET',
    'VOICE_API_KEY',
    'VOICE_API_URL',
  ] as const)('rejects the local %s on a public site', (name) => {
    expect(readProblems({ ...hostedEnv, [name]: localEnv[name] })).toContain(name)
  })

  it('uses the first of several secrets and accepts all of them', () => {
    const [newer, older] = ['a-newer-secret-of-more-than-24', 'an-older-secret-of-more-than-24']
    const bothSecrets = `${newer}, ${older}`
    const env = parseEnv({
      ...hostedEnv,
      SANITY_WEBHOOK_SECRET: bothSecrets,
      CONTACT_SECRET: bothSecrets,
      VOICE_WEBHOOK_SECRET: bothSecrets,
      VOICE_START_SECRET: bothSecrets,
    })
    expect(env).toMatchObject({ webhookSecret: newer, acceptedWebhookSecrets: [newer, older] })
    expect(env.contact).toMatchObject({ secret: newer, acceptedSecrets: [newer, older] })
    expect(env.voice).toMatchObject({
      webhookSecret: newer,
      acceptedWebhookSecrets: [newer, older],
      startSecret: newer,
      acceptedStartSecrets: [newer, older],
    })
  })

  it.each(['SANITY_WEBHOOK_SECRET', 'CONTACT_SECRET', 'VOICE_WEBHOOK_SECRET', 'VOICE_START_SECRET'] as const)(
    'rejects a %s that contains a short or local secret',
    (name) => {
      const newer = 'a-newer-secret-of-more-than-24'
      for (const rest of ['', 'short']) {
        expect(readProblems({ ...hostedEnv, [name]: `${newer},${rest}` })).toBe(
          `Missing or invalid environment variables:\n  ${name} is too short: use at least 24 random characters`,
        )
      }
      expect(readProblems({ ...hostedEnv, [name]: `${newer},${localEnv[name]}` })).toContain(
        `${name} has its public default value`,
      )
    },
  )

  it('requires HTTPS for the voice API URL', () => {
    const VOICE_API_URL = 'http://voice.example.com'
    expect(readProblems({ ...hostedEnv, NODE_ENV: 'production', VOICE_API_URL })).toContain('VOICE_API_URL')
    const { voice } = parseEnv({ ...hostedEnv, VOICE_API_URL: 'https://api.eu.example.com/' })
    expect(voice.apiUrl).toBe('https://api.eu.example.com')
  })

  it.each([
    'mailto:office@localhost',
    'mailto:office@mac.local',
    'mailto:office@example.invalid',
    'mailto:office@pbx.internal',
    'mailto:office@mail',
    'mailto:office@192.0.2.1',
    'mailto: office@example.com',
    'mailto:<office@example.com>',
    'mailto:office',
    'mailto:',
    'office@example.com',
    'http://example.com',
    'https://localhost',
    'https://localhost:3000/contact',
    'https://mail/',
    'https://192.0.2.1/',
    'https://[::1]/',
    'https://mac.local/',
  ])('rejects the VAPID subject %s because Apple rejects it', (PUSH_VAPID_SUBJECT) => {
    expect(readProblems({ ...localEnv, PUSH_VAPID_SUBJECT })).toContain(
      'PUSH_VAPID_SUBJECT is not a public contact, so Apple rejects notifications',
    )
  })

  it.each([
    'mailto:office@example.com',
    'mailto:joe&sons@example.co.uk',
    'mailto:post@xn--e1afmkfd.xn--p1ai',
    'https://example.com',
    'https://www.example.com/contact',
  ])('accepts the VAPID subject %s', (PUSH_VAPID_SUBJECT) => {
    expect(parseEnv({ ...localEnv, PUSH_VAPID_SUBJECT }).push?.subject).toBe(PUSH_VAPID_SUBJECT)
  })

  it('accepts the local VAPID subject only on a local site', () => {
    const { PUSH_VAPID_PUBLIC_KEY, PUSH_VAPID_SUBJECT } = localEnv
    const overrides = { PUSH_VAPID_PUBLIC_KEY, PUSH_VAPID_SUBJECT, PUSH_VAPID_PRIVATE_KEY: 'a'.repeat(43) }
    expect(parseEnv(localEnv).push?.subject).toBe('mailto:office@ductwise.test')
    expect(readProblems({ ...hostedEnv, ...overrides })).toContain(
      'PUSH_VAPID_SUBJECT has its default value, which Apple rejects',
    )
  })

  it('requires all push keys together and rejects local ones on a public site', () => {
    const { PUSH_VAPID_PUBLIC_KEY, PUSH_VAPID_PRIVATE_KEY } = localEnv
    const PUSH_VAPID_SUBJECT = 'mailto:office@example.com'
    const overrides = { PUSH_VAPID_PUBLIC_KEY, PUSH_VAPID_SUBJECT, PUSH_VAPID_PRIVATE_KEY: 'a'.repeat(43) }
    expect(parseEnv(hostedEnv).push).toBeUndefined()
    expect(parseEnv({ ...hostedEnv, ...overrides }).push?.privateKey).toBe('a'.repeat(43))
    expect(readProblems({ ...hostedEnv, ...overrides, PUSH_VAPID_PRIVATE_KEY })).toContain(
      'PUSH_VAPID_PRIVATE_KEY has its public default value',
    )
    for (const name of Object.keys(overrides)) {
      expect(readProblems({ ...hostedEnv, ...overrides, [name]: '' })).toContain(`${name} is missing`)
      expect(readProblems({ ...hostedEnv, ...overrides, [name]: 'wrong' })).toContain(`${name} is not`)
    }
  })

  it('accepts a mail server on the same machine', () => {
    const SMTP_URL = 'smtp://127.0.0.1:25'
    expect(parseEnv({ ...hostedEnv, SMTP_URL }).contact.mail).toMatchObject({ smtpUrl: SMTP_URL })
  })

  it('accepts a signed webhook instead of a mail server', () => {
    const CONTACT_WEBHOOK_URL = 'https://crm.example.com/hook'
    const withoutSmtp = { ...hostedEnv, SMTP_URL: undefined, CONTACT_WEBHOOK_URL }
    expect(readProblems(withoutSmtp)).toContain('CONTACT_WEBHOOK_SECRET is missing')
    const secret = 'a-third-long-secret-of-more-than-24'
    const { contact } = parseEnv({ ...withoutSmtp, CONTACT_WEBHOOK_SECRET: secret })
    expect(contact).toMatchObject({ mail: undefined, webhook: { url: CONTACT_WEBHOOK_URL, secret } })
  })

  it.each([
    ['DATABASE_URL', 'mysql://a:b@c/d'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['CONTACT_TO', 'nobody'],
    ['TRUSTED_PROXIES', 'many'],
    ['TRUSTED_PROXIES', '-1'],
  ])('rejects %s=%s', (name, value) => expect(readProblems({ ...hostedEnv, [name]: value })).toContain(name))

  it.each(['http://localhost.example.com', 'http://127.0.0.1.example.com', 'https://example.com/localhost'])(
    'rejects local keys on %s, which only resembles a loopback address',
    (SITE_URL) => expect(readProblems({ ...localEnv, SITE_URL })).toContain('SANITY_PROJECT_ID'),
  )

  it('allows local keys on any address in development', () => {
    expect(parseEnv({ ...localEnv, NODE_ENV: 'development', SITE_URL: 'http://192.168.1.2:3000' }).projectId).toBe(
      'local',
    )
  })

  it('never includes values in error messages', () => {
    const secret = 'short-secret'
    expect(readProblems({ ...hostedEnv, SANITY_WEBHOOK_SECRET: secret, SITE_URL: 'not an address' })).not.toContain(
      secret,
    )
  })
})
