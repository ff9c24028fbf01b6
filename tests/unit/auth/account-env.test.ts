import { isPublishableKey } from '@clerk/shared/keys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountReport, parseAccountEnv } from '../../../lib/auth/environment.ts'
import { frontendApiOf, publishableKeyProblem } from '../../../lib/auth/environment.ts'
import { settings } from '../../../scripts/support/settings.ts'

const key = (host: string, prefix = 'pk_live_') => prefix + btoa(host)

const hosted = {
  NODE_ENV: 'production',
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: key('clerk.example.com$'),
  CLERK_SECRET_KEY: 'sk_live_0000000000000000',
  CLERK_WEBHOOK_SIGNING_SECRET: `whsec_${btoa('a secret of the webhook')}`,
}

const PUBLIC = 'https://www.example.com'
const HERE = 'http://localhost:3000'

const local: Record<string, string | undefined> = {
  NODE_ENV: 'production',
  ...settings(
    {},
    {
      sitePort: 3000,
      lakePort: 3900,
      studioPort: 3333,
      postgresPort: 5499,
      clerkPort: 3800,
      voicePort: 3700,
      systemsPort: 3810,
      dataDir: '/nowhere',
    },
  ).site,
}

describe('publishableKeyProblem', () => {
  it.each([
    ['pk_live_', key('clerk.example.com$')],
    ['pk_test_', key('happy-cat-12.clerk.accounts.dev$', 'pk_test_')],
  ])('accepts a key that begins with %s', (_prefix, good) => {
    expect(publishableKeyProblem(good)).toBeUndefined()
    expect(isPublishableKey(good)).toBe(true)
  })

  it.each([
    ['', 'begin'],
    ['sk_live_abc', 'begin'],
    [key('clerk.example.com$', 'pk_prod_'), 'begin'],
    ['pk_live', 'three parts'],
    [`${key('clerk.example.com$')}_more`, 'three parts'],
    [key('clerk.example.com'), 'dollar'],
    ['pk_live_%%%', 'dollar'],
    [key('localhost:4020$'), 'dot'],
    [key('localhost$'), 'dot'],
    [key('clerk.example.com$$'), 'dot'],
    [key('https://clerk.example.com$'), 'dot'],
  ])('says what is wrong with %j', (bad, word) => {
    expect(publishableKeyProblem(bad)).toContain(word)
  })

  it('accepts nothing that Clerk refuses', () => {
    const text = fc.oneof(
      fc.string(),
      fc.domain().map((host) => key(`${host}$`)),
      fc.string().map((host) => key(`${encodeURI(host)}$`)),
    )
    fc.assert(
      fc.property(text, (candidate) => {
        if (publishableKeyProblem(candidate) === undefined) expect(isPublishableKey(candidate)).toBe(true)
      }),
    )
  })

  it('reads the host out of a good key', () => {
    expect(frontendApiOf(hosted.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY)).toBe('clerk.example.com')
  })
})

describe('parseAccountEnv', () => {
  it('accepts hosted keys on a public address', () => {
    expect(parseAccountEnv(hosted, PUBLIC)).toEqual({
      env: {
        publishableKey: hosted.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY,
        frontendApi: 'clerk.example.com',
        secretKey: hosted.CLERK_SECRET_KEY,
        jwtKey: undefined,
        proxyPath: undefined,
        acceptedWebhookSecrets: [hosted.CLERK_WEBHOOK_SIGNING_SECRET],
      },
      problems: [],
    })
  })

  it('accepts the local values on this machine, and refuses each of them on a public address', () => {
    expect(parseAccountEnv(local, HERE).problems).toEqual([])
    expect(parseAccountEnv(local, HERE).env?.proxyPath).toBe('/__clerk')
    const { env, problems } = parseAccountEnv(local, PUBLIC)
    expect(env).toBeUndefined()
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY',
      'CLERK_SECRET_KEY',
      'CLERK_WEBHOOK_SIGNING_SECRET',
      'CLERK_FAPI_URL',
      'CLERK_API_URL',
    ])
  })

  it.each(['CLERK_SECRET_KEY', 'CLERK_FAPI_URL', 'CLERK_API_URL'] as const)(
    'refuses the local %s among hosted values',
    (name) => {
      const { env, problems } = parseAccountEnv({ ...hosted, [name]: local[name] }, PUBLIC)
      expect(env).toBeUndefined()
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain(name)
    },
  )

  it.each([
    ['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', '', 'is missing'],
    ['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'pk_live_abc', 'dollar'],
    ['CLERK_SECRET_KEY', ' ', 'is missing'],
    ['CLERK_SECRET_KEY', 'pk_live_abc', 'sk_'],
    ['CLERK_JWT_KEY', 'abc', 'PEM'],
    ['NEXT_PUBLIC_CLERK_PROXY_URL', 'https://elsewhere.example', 'path of this site'],
  ])('switches sign-in off when %s is %j, and says why', (name, value, word) => {
    const { env, problems } = parseAccountEnv({ ...hosted, [name]: value }, PUBLIC)
    expect(env).toBeUndefined()
    expect(problems).toEqual([expect.stringContaining(word)])
    expect(problems[0]?.startsWith(name)).toBe(true)
  })

  it('accepts several secrets of the webhook, none of them everybody’s', () => {
    const older = `whsec_${btoa('an older secret of it')}`
    const both = (other: string) => ({
      ...hosted,
      CLERK_WEBHOOK_SIGNING_SECRET: `${hosted.CLERK_WEBHOOK_SIGNING_SECRET}, ${other}`,
    })
    expect(parseAccountEnv(both(older), PUBLIC).env?.acceptedWebhookSecrets).toEqual([
      hosted.CLERK_WEBHOOK_SIGNING_SECRET,
      older,
    ])
    expect(parseAccountEnv(both(local.CLERK_WEBHOOK_SIGNING_SECRET ?? ''), PUBLIC).env).toBeUndefined()
  })

  it.each([undefined, 'secret', 'whsec_', 'whsec_ä', `${hosted.CLERK_WEBHOOK_SIGNING_SECRET},x`])(
    'lets people sign in when the webhook secret is %j',
    (secret) => {
      const { env, problems } = parseAccountEnv({ ...hosted, CLERK_WEBHOOK_SIGNING_SECRET: secret }, PUBLIC)
      expect(env?.acceptedWebhookSecrets).toEqual([])
      expect(env?.secretKey).toBe(hosted.CLERK_SECRET_KEY)
      expect(problems).toEqual([expect.stringContaining('CLERK_WEBHOOK_SIGNING_SECRET')])
    },
  )

  it('never repeats a value', () => {
    const values = { CLERK_SECRET_KEY: 'a-secret', CLERK_JWT_KEY: 'a-key', CLERK_WEBHOOK_SIGNING_SECRET: 'a-third' }
    const report = accountReport(parseAccountEnv({ ...hosted, ...values }, PUBLIC))
    expect(report).toMatch(/^Nobody can sign in/)
    for (const [name, value] of Object.entries(values)) {
      expect(report).toContain(name)
      expect(report).not.toContain(value)
    }
  })

  it('is silent when nothing is wrong, and says so when the rest works', () => {
    expect(accountReport(parseAccountEnv(hosted, PUBLIC))).toBe('')
    const { CLERK_WEBHOOK_SIGNING_SECRET: _, ...rest } = hosted
    expect(accountReport(parseAccountEnv(rest, PUBLIC))).toMatch(/^Sign-in works, but:/)
  })
})

describe('settings', () => {
  const places = {
    sitePort: 3000,
    lakePort: 3900,
    studioPort: 3333,
    postgresPort: 5499,
    clerkPort: 3800,
    voicePort: 3700,
    systemsPort: 3810,
    dataDir: '/d',
  }
  const site = {
    SITE_URL: PUBLIC,
    SANITY_PROJECT_ID: 'abc12345',
    SANITY_API_READ_TOKEN: 'sk-viewer',
    SANITY_WEBHOOK_SECRET: 'a-long-secret-of-more-than-24',
    DATABASE_URL: 'postgres://site:a-password@db.example.com:5432/site',
    CONTACT_SECRET: 'another-long-secret-of-more-than-24',
    CONTACT_TO: 'office@example.com',
    SMTP_URL: 'smtps://site:a-password@mail.example.com:465',
  }

  it('starts a local Clerk where nobody has set keys, and nowhere that others reach', () => {
    expect(settings({}, places).localClerk).toBe(true)
    expect(settings(site, places).localClerk).toBe(false)
    expect(settings(site, places).site).not.toHaveProperty('CLERK_SECRET_KEY')
  })

  it.each(['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY'])(
    'leaves the local Clerk out once %s is set',
    (name) => {
      const { localClerk, site } = settings({ [name]: 'anything' }, places)
      expect(localClerk).toBe(false)
      expect(site).toMatchObject({ [name]: 'anything' })
      expect(site).not.toHaveProperty('CLERK_API_URL')
    },
  )
})
