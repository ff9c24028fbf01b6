import { allowInsecureRequests } from 'oauth4webapi'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getOAuthServer } from '../../../lib/dashboard/integrations/authorization-servers.ts'
import { parseIntegrations } from '../../../lib/dashboard/integrations/environment.ts'
import type { ProviderName } from '../../../lib/dashboard/integrations/providers.ts'
import { mergeTokens } from '../../../lib/dashboard/integrations/renew.ts'
import type { Secret } from '../../../lib/dashboard/integrations/repository.ts'
import { exchangeKey, refreshTokens, revokeToken } from '../../../lib/dashboard/integrations/tokens.ts'
import { log } from '../../../lib/platform/log/log.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const MINUTE_MS = 60_000

const { settings } = parseIntegrations({}, 'http://localhost:3000')
const getServer = (provider: ProviderName) =>
  getOAuthServer(settings, provider, { clientId: 'id-of-the-site', clientSecret: 'secret-of-the-site' })

let requests: { address: string; form: string; authorization: string | null }[] = []

function mockResponse(answer: () => Response): void {
  requests = []
  vi.stubGlobal('fetch', async (address: string | URL, { body, headers }: RequestInit) => {
    const form = body instanceof URLSearchParams ? String(body) : ''
    requests.push({ address: String(address), form, authorization: new Headers(headers).get('authorization') })
    return answer()
  })
}
const buildTokenResponse = (overrides: object) => () =>
  Response.json({ access_token: 'next', token_type: 'Bearer', ...overrides })
const buildRefusal =
  (error: string, status = 400) =>
  () =>
    Response.json({ error }, { status })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('access token', () => {
  const renew = async (provider: ProviderName = 'google-workspace') =>
    refreshTokens(await getServer(provider), 'refresh-token', NOW)

  it.each([
    ['a minute before it expires', 3_600, 59 * MINUTE_MS],
    ['a minute before it expires, at half its lifetime', 120, MINUTE_MS],
    ['after half its lifetime if that is short', 60, MINUTE_MS / 2],
  ])('is renewed %s', async (_, life, later) => {
    mockResponse(buildTokenResponse({ expires_in: life }))
    expect((await renew()).renewAt).toBe(NOW.getTime() + later)
  })

  it('has no renewal time if the provider sends no expiry', async () => {
    mockResponse(buildTokenResponse({}))
    const next = { accessToken: 'next', refreshToken: null, renewAt: null, scopes: undefined, details: {} }
    expect(await renew()).toEqual(next)
  })

  it('has the scopes from the response, separated by spaces or commas', async () => {
    mockResponse(buildTokenResponse({ scope: 'channels:read,chat:write  users:read' }))
    expect((await renew()).scopes).toEqual(['channels:read', 'chat:write', 'users:read'])
  })

  it('includes the instance URL for providers that need it', async () => {
    const instance_url = 'https://example.my.salesforce.com'
    mockResponse(buildTokenResponse({ instance_url, refresh_token: 'next-refresh' }))
    expect(await renew('salesforce')).toMatchObject({ refreshToken: 'next-refresh', details: { instance_url } })
    expect((await renew('hubspot')).details).toEqual({})
  })

  it.each([
    ['invalid_grant', buildRefusal('invalid_grant'), 'invalid_grant'],
    ['a server error', buildRefusal('server_error', 500), 'no_answer'],
    ['another error', buildRefusal('invalid_request', 499), 'unexpected_answer'],
    ['a server error without JSON', () => new Response('Bad gateway', { status: 502 }), 'no_answer'],
    ['a success without JSON', () => new Response('Hello'), 'unexpected_answer'],
  ])('renewal fails if the provider returns %s', async (_, answer, code) => {
    mockResponse(answer)
    await expect(renew()).rejects.toMatchObject({ code })
  })

  it.each(['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_grant_type'])(
    'renewal failures that only the operator can fix are logged: %s',
    async (error) => {
      const logSpy = vi.spyOn(log, 'error').mockReturnValue()
      mockResponse(buildRefusal(error))
      await expect(renew()).rejects.toMatchObject({ code: 'unexpected_answer' })
      expect(logSpy.mock.calls.map(([facts]) => facts as unknown)).toEqual([{ code: error }])
    },
  )

  it('renewal failures that the owner can fix are not logged', async () => {
    const logSpy = vi.spyOn(log, 'error').mockReturnValue()
    mockResponse(buildRefusal('invalid_grant'))
    await expect(renew()).rejects.toThrow()
    expect(logSpy).not.toHaveBeenCalled()
  })
})

describe('authorization server', () => {
  it.each<[ProviderName, by: 'a header' | 'the form']>([
    ['quickbooks', 'a header'],
    ['slack', 'a header'],
    ['zapier', 'a header'],
    ['google-workspace', 'the form'],
    ['microsoft-365', 'the form'],
    ['hubspot', 'the form'],
    ['salesforce', 'the form'],
  ])('of %s receives the client secret in %s, as documented', async (provider, placement) => {
    mockResponse(buildTokenResponse(provider === 'slack' ? { token_type: 'bot' } : {}))
    await refreshTokens(await getServer(provider), 'refresh-token', NOW)
    const [{ authorization, form } = { authorization: null, form: '' }] = requests
    expect([authorization?.startsWith('Basic '), form.includes('secret-of-the-site')]).toEqual(
      placement === 'a header' ? [true, false] : [undefined, true],
    )
  })

  it('may return a nonstandard token type only for Slack', async () => {
    mockResponse(buildTokenResponse({ token_type: 'bot' }))
    expect(await refreshTokens(await getServer('slack'), 'refresh-token', NOW)).toMatchObject({ accessToken: 'next' })
    await expect(refreshTokens(await getServer('hubspot'), 'refresh-token', NOW)).rejects.toThrow()
  })

  it('gets the extra parameters that each provider requires', async () => {
    expect((await getServer('google-workspace')).parameters, 'forces a refresh token').toEqual({
      access_type: 'offline',
      prompt: 'consent',
    })
    expect((await getServer('microsoft-365')).parameters, 'forces account selection').toEqual({
      prompt: 'select_account',
    })
    expect((await getServer('zapier')).parameters, 'returns the code in the query').toEqual({ response_mode: 'query' })
    expect((await getServer('quickbooks')).storedFields, 'keeps the company id').toEqual({ fromCallback: 'realmId' })
  })

  it('is not contacted if the site lacks credentials', async () => {
    for (const key of [
      { clientId: 'id', clientSecret: '' },
      { clientId: '', clientSecret: 'secret' },
    ])
      await expect(getOAuthServer(settings, 'slack', key)).rejects.toMatchObject({ code: 'not_set_up' })
  })

  it('of a custom issuer is discovered once, with retries after failures', async () => {
    const issuer = 'http://127.0.0.1:4999'
    const { settings: slackSettings } = parseIntegrations({ INTEGRATION_SLACK_ISSUER: issuer }, 'http://localhost:3000')
    const key = { clientId: 'id', clientSecret: 'secret' }
    mockResponse(() => Response.json({}, { status: 404 }))
    await expect(getOAuthServer(slackSettings, 'slack', key)).rejects.toMatchObject({ code: 'unexpected_answer' })
    mockResponse(() => Promise.reject(new TypeError('fetch failed')) as never)
    await expect(getOAuthServer(slackSettings, 'slack', key)).rejects.toMatchObject({ code: 'no_answer' })
    mockResponse(() => Response.json({ issuer, token_endpoint: `${issuer}/token` }))
    const otherServer = await getOAuthServer(slackSettings, 'slack', key)
    expect(await getOAuthServer(slackSettings, 'slack', key)).toMatchObject({ metadata: otherServer.metadata })
    expect(requests).toHaveLength(1)
    expect(otherServer).toMatchObject({ metadata: { token_endpoint: `${issuer}/token` }, revokesBearer: false })
    expect(otherServer.options[allowInsecureRequests], 'HTTP is allowed for localhost only').toBe(true)
    expect((await getServer('slack')).options[allowInsecureRequests]).toBe(false)
  })
})

describe('token exchange for a key', () => {
  const exchange = async () => exchangeKey(await getServer('servicetitan'), NOW)

  it.each([
    ['with a reason', buildRefusal('invalid_client', 401), 'key_refused'],
    [
      'with a WWW-Authenticate challenge',
      () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_client"' } }),
      'key_refused',
    ],
    ['because of a provider outage', buildRefusal('server_error', 500), 'no_answer'],
  ])('can be refused %s', async (_, answer, code) => {
    mockResponse(answer)
    await expect(exchange()).rejects.toMatchObject({ code })
  })
})

describe('revocation', () => {
  const bothTokens = { accessToken: 'access-token', refreshToken: 'refresh-token' }
  const end = async (provider: ProviderName, secret: Parameters<typeof revokeToken>[1] = bothTokens) =>
    revokeToken(await getServer(provider), secret)

  it('sends the refresh token if there is one, so the whole grant ends', async () => {
    mockResponse(() => new Response(null, { status: 200 }))
    expect(await end('google-workspace')).toBe('ended')
    expect(await end('google-workspace', { ...bothTokens, refreshToken: null })).toBe('ended')
    expect(requests.map(({ form }) => form)).toEqual([
      expect.stringContaining('token_type_hint=refresh_token&token=refresh-token'),
      expect.stringContaining('token_type_hint=access_token&token=access-token'),
    ])
  })

  it('also succeeds with an empty response', async () => {
    mockResponse(() => new Response(null, { status: 204 }))
    expect(await end('hubspot')).toBe('ended')
  })

  it('reports a failure without throwing if the provider refuses or fails', async () => {
    const logSpy = vi.spyOn(log, 'warn').mockReturnValue()
    mockResponse(buildRefusal('unsupported_token_type'))
    expect(await end('google-workspace')).toBe('failed')
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed')
    })
    expect(await end('google-workspace')).toBe('failed')
    const facts = logSpy.mock.calls.map(([first]) => first as unknown)
    expect(facts).toEqual([{ code: 'unexpected_answer' }, { code: 'no_answer' }])
  })

  it('for Slack sends the access token and checks the response body', async () => {
    mockResponse(() => Response.json({ ok: true, revoked: true }))
    expect(await end('slack')).toBe('ended')
    const revocation = { address: 'https://slack.com/api/auth.revoke', form: '', authorization: 'Bearer access-token' }
    expect(requests).toEqual([revocation])
    mockResponse(() => Response.json({ ok: false, error: 'token_revoked' }))
    expect(await end('slack')).toBe('failed')
  })

  it('sends no request if there is no endpoint or no token', async () => {
    mockResponse(() => new Response(null, { status: 200 }))
    expect(await end('microsoft-365')).toBe('no-endpoint')
    expect(await end('google-workspace', { accessToken: null, refreshToken: null })).toBe('no-endpoint')
    expect(requests).toEqual([])
  })
})

describe('mergeTokens', () => {
  const storedSecret: Secret = {
    accessToken: 'old',
    refreshToken: 'old-refresh',
    renewAt: 1,
    key: null,
    details: { visitsCalendar: 'A', instance_url: 'https://old.example' },
    calendars: ['office@example.com'],
  }
  const next = { accessToken: 'next', renewAt: null, scopes: undefined, details: {} }

  it('keeps the refresh token if there is no new one, and keeps all settings', () => {
    expect(mergeTokens(storedSecret, { ...next, refreshToken: null })).toEqual({
      ...storedSecret,
      accessToken: 'next',
      renewAt: null,
    })
  })

  it('replaces values that the provider sends again', () => {
    const details = { instance_url: 'https://new.example' }
    expect(mergeTokens(storedSecret, { ...next, refreshToken: 'next-refresh', details })).toMatchObject({
      refreshToken: 'next-refresh',
      details: { visitsCalendar: 'A', ...details },
    })
  })
})
