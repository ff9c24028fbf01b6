import { isPublishableKey } from '@clerk/shared/keys'
import fc from 'fast-check'
import { describe, expect, it, afterEach, vi } from 'vitest'
import {
  formatAccountReport,
  parseFrontendApi,
  parseAccountEnv,
  checkPublishableKey,
} from '../../../lib/platform/auth/environment.ts'
import { deriveSettings } from '../../../scripts/support/settings.ts'
import { createCheckAuthorization, validateReverificationConfig } from '@clerk/shared/authorization'
import { loadClerkJSScript, loadClerkUIScript } from '@clerk/shared/loadClerkJsScript'
import { TelemetryCollector } from '@clerk/shared/telemetry'
import type { Reverification } from '../../../lib/platform/auth/access-table.ts'
import { AUTH_SCRIPT_TIMEOUT_MS, REVERIFICATION_MINUTES } from '../../../lib/constants.ts'
import { getSample } from '../../support/sample-content.ts'
import { localServiceOptions } from '../../support/site-env.ts'

const buildKey = (host: string, prefix = 'pk_live_') => prefix + btoa(host)
const LIVE_KEY = buildKey('clerk.ductwise.example$')
const TEST_KEY = buildKey('clerk.ductwise.example$', 'pk_test_')

const hostedEnv = {
  NODE_ENV: 'production',
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: buildKey('clerk.example.com$'),
  CLERK_SECRET_KEY: 'sk_live_0000000000000000',
  CLERK_WEBHOOK_SIGNING_SECRET: `whsec_${btoa('a secret of the webhook')}`,
}

const PUBLIC_URL = 'https://www.example.com'
const LOCAL_URL = 'http://localhost:3000'

const localEnv: Record<string, string | undefined> = {
  NODE_ENV: 'production',
  ...deriveSettings({}, localServiceOptions).site,
}

describe('checkPublishableKey', () => {
  it.each([
    [LIVE_KEY, true, 'no problem'],
    [TEST_KEY, true, 'no problem'],
    [buildKey('happy-cat-12.clerk.accounts.dev$', 'pk_test_'), true, 'no problem'],
    ['', false, 'start'],
    ['sk_live_abc', false, 'start'],
    [buildKey('clerk.example.com$', 'pk_prod_'), false, 'start'],
    ['pk_live', false, 'three parts'],
    [`${buildKey('clerk.example.com$')}_more`, false, 'three parts'],
    [buildKey('clerk.example.com'), false, 'dollar'],
    ['pk_live_', false, 'dollar'],
    ['pk_live_%%%', false, 'dollar'],
    [buildKey('localhost:4020$'), false, 'invalid host'],
    [buildKey('localhost$'), false, 'invalid host'],
    [buildKey('clerk.example.com$$'), false, 'invalid host'],
  ])('for %s agrees with Clerk: %s', (text, isValid, word) => {
    expect(isPublishableKey(text)).toBe(isValid)
    expect(checkPublishableKey(text) ?? 'no problem').toContain(word)
  })

  it('rejects a URL instead of a host, which Clerk accepts', () =>
    expect(checkPublishableKey(buildKey('https://clerk.example.com$'))).toContain('invalid host'))

  it('rejects every key that Clerk rejects', () => {
    const text = fc.oneof(
      fc.string(),
      fc.domain().map((host) => buildKey(`${host}$`)),
      fc.string().map((host) => buildKey(`${encodeURI(host)}$`)),
    )
    fc.assert(
      fc.property(text, (candidate) => {
        if (checkPublishableKey(candidate) === undefined) expect(isPublishableKey(candidate)).toBe(true)
      }),
    )
  })

  it('parseFrontendApi extracts the host of a valid key', () => {
    expect(parseFrontendApi(hostedEnv.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY)).toBe('clerk.example.com')
  })
})

describe('parseAccountEnv', () => {
  it('accepts hosted keys on a public site', () => {
    expect(parseAccountEnv(hostedEnv, PUBLIC_URL)).toEqual({
      env: {
        publishableKey: hostedEnv.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY,
        frontendApi: 'clerk.example.com',
        secretKey: hostedEnv.CLERK_SECRET_KEY,
        jwtKey: undefined,
        proxyPath: undefined,
        acceptedWebhookSecrets: [hostedEnv.CLERK_WEBHOOK_SIGNING_SECRET],
      },
      problems: [],
    })
  })

  it('accepts local values on a local site and rejects each on a public site', () => {
    expect(parseAccountEnv(localEnv, LOCAL_URL).problems).toEqual([])
    expect(parseAccountEnv(localEnv, LOCAL_URL).env?.proxyPath).toBe('/__clerk')
    const { env, problems } = parseAccountEnv(localEnv, PUBLIC_URL)
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
    'rejects the local %s among hosted values',
    (name) => {
      const { env, problems } = parseAccountEnv({ ...hostedEnv, [name]: localEnv[name] }, PUBLIC_URL)
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
    ['NEXT_PUBLIC_CLERK_PROXY_URL', 'https://elsewhere.example', 'path on this site'],
  ])('disables sign-in and reports the reason if %s is %j', (name, value, word) => {
    const { env, problems } = parseAccountEnv({ ...hostedEnv, [name]: value }, PUBLIC_URL)
    expect(env).toBeUndefined()
    expect(problems).toEqual([expect.stringContaining(word)])
    expect(problems[0]?.startsWith(name)).toBe(true)
  })

  it('accepts several webhook secrets, but not the local one', () => {
    const newer = hostedEnv.CLERK_WEBHOOK_SIGNING_SECRET
    const older = `whsec_${btoa('an older secret of it')}`
    const buildEnvWithSecrets = (other: string) => ({
      ...hostedEnv,
      CLERK_WEBHOOK_SIGNING_SECRET: `${newer}, ${other}`,
    })
    expect(parseAccountEnv(buildEnvWithSecrets(older), PUBLIC_URL).env?.acceptedWebhookSecrets).toEqual([newer, older])
    expect(
      parseAccountEnv(buildEnvWithSecrets(localEnv.CLERK_WEBHOOK_SIGNING_SECRET ?? ''), PUBLIC_URL).env,
    ).toBeUndefined()
  })

  it.each([undefined, 'secret', 'whsec_', 'whsec_ä', `${hostedEnv.CLERK_WEBHOOK_SIGNING_SECRET},x`])(
    'keeps sign-in enabled if the webhook secret is %j',
    (secret) => {
      const { env, problems } = parseAccountEnv({ ...hostedEnv, CLERK_WEBHOOK_SIGNING_SECRET: secret }, PUBLIC_URL)
      expect(env?.acceptedWebhookSecrets).toEqual([])
      expect(env?.secretKey).toBe(hostedEnv.CLERK_SECRET_KEY)
      expect(problems).toEqual([expect.stringContaining('CLERK_WEBHOOK_SIGNING_SECRET')])
    },
  )

  it('never includes values in its report', () => {
    const values = { CLERK_SECRET_KEY: 'a-secret', CLERK_JWT_KEY: 'a-key', CLERK_WEBHOOK_SIGNING_SECRET: 'a-third' }
    const report = formatAccountReport(parseAccountEnv({ ...hostedEnv, ...values }, PUBLIC_URL))
    expect(report).toMatch(/^Sign-in is off/)
    for (const [name, value] of Object.entries(values)) {
      expect(report).toContain(name)
      expect(report).not.toContain(value)
    }
  })

  it('formatAccountReport is empty if there are no problems, and otherwise states whether sign-in still works', () => {
    expect(formatAccountReport(parseAccountEnv(hostedEnv, PUBLIC_URL))).toBe('')
    const { CLERK_WEBHOOK_SIGNING_SECRET: _, ...rest } = hostedEnv
    expect(formatAccountReport(parseAccountEnv(rest, PUBLIC_URL))).toMatch(/^Sign-in works, but:/)
  })
})

/** Documentation page that states time limits of the installed Clerk version. */
const page = JSON.stringify(getSample('docPage', 'doc-sign-in-constants').body)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('Clerk script', () => {
  it.each([
    ['clerk-js', loadClerkJSScript, 'failed_to_load_clerk_js'],
    ['clerk-ui', loadClerkUIScript, 'failed_to_load_clerk_ui'],
  ])('%s times out after the documented time', async (_what, load, code) => {
    vi.useFakeTimers()
    const createElement = () => ({ setAttribute: () => {}, addEventListener: () => {}, remove: () => {} })
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('document', { createElement, querySelector: () => null, body: { appendChild: () => {} } })
    const onFailed = vi.fn<(error: { code: string }) => void>()
    load({ publishableKey: LIVE_KEY } as never).catch(onFailed)
    await vi.advanceTimersByTimeAsync(AUTH_SCRIPT_TIMEOUT_MS - 1)
    expect(onFailed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code }))
    expect(page).toContain('15,000 ms')
  })
})

describe('reverification level', () => {
  const levels = Object.entries(REVERIFICATION_MINUTES) as [Reverification, number][]

  it.each(levels)('%s lasts %i minutes, as in Clerk and the documentation', (level, minutes) => {
    const config = validateReverificationConfig(level)
    expect(config && config().afterMinutes).toBe(minutes)
    const isFresh = (ages: [number, number]) =>
      createCheckAuthorization({
        userId: 'user_1',
        orgId: null,
        orgRole: null,
        orgPermissions: null,
        features: null,
        plans: null,
        factorVerificationAge: ages,
      })({ reverification: level })
    expect(isFresh([minutes - 1, -1])).toBe(true)
    expect(isFresh([minutes, -1])).toBe(false)
    expect(isFresh([minutes, minutes - 1])).toBe(level !== 'strict_mfa')
    expect(page).toContain(level)
    expect(page).toContain(`"${new Intl.NumberFormat('en-US').format(minutes)} minutes`)
  })
})

describe('Clerk telemetry', () => {
  const isEnabled = (publishableKey: string, disabled = false) =>
    new TelemetryCollector({ publishableKey, disabled, sdk: '@clerk/nextjs', sdkVersion: '7.9.7' }).isEnabled

  it('is enabled only for development keys and can be disabled', () => {
    vi.stubEnv('CLERK_TELEMETRY_DISABLED', '')
    expect(isEnabled(LIVE_KEY)).toBe(false)
    expect(isEnabled(TEST_KEY)).toBe(true)
    expect(isEnabled(TEST_KEY, true)).toBe(false)
    vi.unstubAllEnvs()
  })
})
