import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUpAfter } from '../../local-server/tests/servers.ts'
import { startSystems, SYSTEMS, type Systems } from '../index.ts'
import { connect, openBrowser, buildAuthorizeUrl, REDIRECT, refreshToken, revokeToken } from './browser.ts'

const GOOGLE = 'google-workspace'
const MICROSOFT = 'microsoft-365'
const [BUSY_SCOPE, LIST_SCOPE, APP_CALENDAR_SCOPE] = SYSTEMS[GOOGLE].scopes.map(({ scope }) => scope) as [
  string,
  string,
  string,
]

const { whenDone, temporaryFolder } = cleanUpAfter(afterAll)

let systems: Systems
beforeAll(async () => {
  systems = await startSystems({ port: 0, redirect: REDIRECT, applicationName: 'The <b>shop</b>' })
  whenDone(() => systems.close())
})

const getUrl = (name: Parameters<Systems['getUrl']>[0]) => systems.getUrl(name)

const callApi = (address: string, token: string, body?: unknown, method = body ? 'POST' : 'GET') =>
  fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

const buildEvent = (overrides: object = {}) => ({
  summary: 'No heat',
  start: { dateTime: '2026-11-26T10:00:00-05:00' },
  end: { dateTime: '2026-11-26T12:00:00-05:00' },
  ...overrides,
})

async function createAppCalendar(login: string) {
  const { tokens } = await connect(getUrl(GOOGLE), GOOGLE, `${LIST_SCOPE} ${BUSY_SCOPE} ${APP_CALENDAR_SCOPE}`, login)
  const created = await callApi(`${getUrl(GOOGLE)}/calendar/v3/calendars`, tokens.access_token, { summary: 'Bookings' })
  const { id } = (await created.json()) as { id: string }
  const events = `${getUrl(GOOGLE)}/calendar/v3/calendars/${encodeURIComponent(id)}/events`
  return { token: tokens.access_token, id, events }
}

describe('sign-in', () => {
  it('shows pages labeled as local with readable permissions', async () => {
    const { pages, address } = await connect(getUrl(GOOGLE), GOOGLE, `${BUSY_SCOPE} ${LIST_SCOPE}`)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page).toContain('Local Google Workspace, not the real Google.')
    expect(pages[1]).toContain('Permissions for The &lt;b&gt;shop&lt;/b&gt;')
    expect(pages[1]).toContain('View your availability in your calendars')
    expect(pages[1]).not.toContain(APP_CALENDAR_SCOPE)
    expect(address.href).toMatch(/^http:\/\/localhost:3000\/callback\/google-workspace\?code=/)
  })

  it('accepts a valid account name and rejects others', async () => {
    const browser = openBrowser()
    const page = await browser.visit(buildAuthorizeUrl(getUrl(GOOGLE), GOOGLE, BUSY_SCOPE))
    const retried = await browser.submit(page, { login: '<script>' })
    expect(retried.status).toBe(422)
    expect(await retried.clone().text()).toContain('Use up to 40 letters, digits, dots and dashes')
    const consent = await browser.submit(retried, { login: ' Kim ' })
    expect(await consent.text()).toContain('<strong>kim</strong>')
  })

  it('rejects a missing PKCE challenge, wrong redirect URI and unknown client', async () => {
    const { visit } = openBrowser()
    const noChallenge = { code_challenge: '', code_challenge_method: '' }
    const withoutChallenge = await visit(buildAuthorizeUrl(getUrl(GOOGLE), GOOGLE, BUSY_SCOPE, noChallenge))
    expect(withoutChallenge.headers.get('location')).toContain('error=invalid_request')
    const wrongs: Record<string, string>[] = [
      { redirect_uri: 'http://localhost:3000/elsewhere' },
      { client_id: 'somebody' },
    ]
    for (const wrong of wrongs) {
      const rejected = await visit(buildAuthorizeUrl(getUrl(GOOGLE), GOOGLE, BUSY_SCOPE, wrong))
      expect(rejected.status).toBe(400)
      expect(await rejected.text()).toContain('The local Google Workspace rejected this request')
    }
  })

  it('redirects with access_denied after cancellation', async () => {
    const browser = openBrowser()
    const consent = await browser.submit(await browser.visit(buildAuthorizeUrl(getUrl(GOOGLE), GOOGLE, BUSY_SCOPE)))
    const redirected = await browser.submit(consent, { cancel: '1' })
    expect(new URL(redirected.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied')
  })

  it('returns vendor-specific token responses', async () => {
    const slack = await connect(getUrl('slack'), 'slack', 'channels:read')
    expect(slack.tokens).toMatchObject({ ok: true, token_type: 'bot', scope: 'channels:read' })
    const salesforce = await connect(getUrl('salesforce'), 'salesforce', 'api refresh_token')
    expect(salesforce.tokens).toMatchObject({ instance_url: getUrl('salesforce') })
    expect(salesforce.tokens).not.toHaveProperty('expires_in')
    const quickbooks = await connect(getUrl('quickbooks'), 'quickbooks', 'com.intuit.quickbooks.accounting')
    expect(quickbooks.address.searchParams.get('realmId')).toBe('5550100')
    const microsoft = await connect(getUrl(MICROSOFT), MICROSOFT, 'User.Read offline_access')
    expect(microsoft.tokens.scope).toBe('User.Read')
    expect(microsoft.tokens.refresh_token).toMatch(/./)
  })
})

describe('access token', () => {
  const list = (token: string) => callApi(`${getUrl(GOOGLE)}/calendar/v3/users/me/calendarList`, token)

  it('is revoked when a refresh token is reused', async () => {
    const { tokens } = await connect(getUrl(GOOGLE), GOOGLE, LIST_SCOPE)
    const next = await refreshToken(getUrl(GOOGLE), GOOGLE, tokens.refresh_token)
    const { access_token: renewedToken } = (await next.json()) as { access_token: string }
    expect((await list(renewedToken)).status).toBe(200)
    expect((await refreshToken(getUrl(GOOGLE), GOOGLE, tokens.refresh_token)).status).toBe(400)
    expect((await list(renewedToken)).status).toBe(401)
  })

  it('is invalid after revocation by the application or on the page', async () => {
    const { tokens } = await connect(getUrl(GOOGLE), GOOGLE, LIST_SCOPE)
    expect((await list(tokens.access_token)).status).toBe(200)
    expect((await revokeToken(getUrl(GOOGLE), GOOGLE, tokens.refresh_token)).status).toBe(200)
    expect((await list(tokens.access_token)).status).toBe(401)
    expect((await refreshToken(getUrl(GOOGLE), GOOGLE, tokens.refresh_token)).status).toBe(400)

    const { tokens: otherTokens } = await connect(getUrl(MICROSOFT), MICROSOFT, 'User.Read', 'ending')
    const fetchMe = () => callApi(`${getUrl(MICROSOFT)}/v1.0/me`, otherTokens.access_token)
    expect((await fetchMe()).status).toBe(200)
    const page = await (await fetch(getUrl(MICROSOFT))).text()
    const [, grant = ''] = /name="grant" value="([^"]+)" \/>\s*[^<]*allowed by ending/.exec(page) ?? []
    await fetch(`${getUrl(MICROSOFT)}/end`, { method: 'POST', body: new URLSearchParams({ grant }) })
    expect((await fetchMe()).status).toBe(401)
    expect(await (await fetch(getUrl(MICROSOFT))).text()).not.toContain('allowed by ending')
  })

  it('is limited to its scopes and its system', async () => {
    const { tokens } = await connect(getUrl(GOOGLE), GOOGLE, LIST_SCOPE)
    const { access_token: token } = tokens
    expect((await callApi(`${getUrl(GOOGLE)}/calendar/v3/calendars`, token, { summary: 'Mine' })).status).toBe(403)
    expect((await callApi(`${getUrl(MICROSOFT)}/v1.0/me`, token)).status).toBe(401)
    expect(await (await callApi(`${getUrl('slack')}/api/auth.test`, token)).json()).toEqual({
      ok: false,
      error: 'invalid_auth',
    })
    expect((await list('')).status).toBe(401)
  })
})

describe('calendars', () => {
  it('reject duplicate entries, invalid entries and foreign calendars', async () => {
    const { token, events, id } = await createAppCalendar('entering')
    expect((await callApi(events, token, buildEvent({ id: 'abc123' }))).status).toBe(200)
    expect((await callApi(events, token, buildEvent({ id: 'abc123', summary: 'Another' }))).status).toBe(409)
    expect((await callApi(events, token, buildEvent({ id: 'ABC' }))).status).toBe(400)
    expect((await callApi(events, token, buildEvent({ start: { dateTime: 'soon' } }))).status).toBe(400)
    expect((await callApi(events, token, 'no JSON')).status).toBe(400)
    const otherCalendar = await createAppCalendar('another')
    expect((await callApi(events, otherCalendar.token, buildEvent())).status, 'token of another account').toBe(404)
    const main = events.replace(encodeURIComponent(id), encodeURIComponent('entering@example.com'))
    expect((await callApi(main, token, buildEvent())).status, 'calendar of another creator').toBe(404)
    expect(systems.listEntries(GOOGLE).find((calendar) => calendar.id === id)?.entries).toEqual([
      expect.objectContaining({
        id: 'abc123',
        title: 'No heat',
        startsAt: '2026-11-26T15:00:00.000Z',
        endsAt: '2026-11-26T17:00:00.000Z',
      }),
    ])
  })

  it('return busy times and an error for an unknown calendar', async () => {
    const { token, events, id } = await createAppCalendar('busy')
    await callApi(events, token, buildEvent())
    const period = { timeMin: '2026-11-26T00:00:00Z', timeMax: '2026-11-27T00:00:00Z' }
    const items = [id, 'busy@example.com', 'nobody@example.com'].map((each) => ({ id: each }))
    const response = await callApi(`${getUrl(GOOGLE)}/calendar/v3/freeBusy`, token, { ...period, items })
    expect(await response.json()).toMatchObject({
      calendars: {
        [id]: { busy: [{ start: '2026-11-26T15:00:00.000Z', end: '2026-11-26T17:00:00.000Z' }] },
        'busy@example.com': { busy: [{ start: '2026-11-26T15:00:00.000Z', end: '2026-11-26T16:00:00.000Z' }] },
        'nobody@example.com': { errors: [{ reason: 'notFound' }] },
      },
    })
  })

  it('are paginated for Microsoft, with UTC times that have no suffix', async () => {
    const { tokens } = await connect(getUrl(MICROSOFT), MICROSOFT, 'Calendars.ReadBasic')
    const list = await callApi(`${getUrl(MICROSOFT)}/v1.0/me/calendars?$top=1`, tokens.access_token)
    const { value } = (await list.json()) as { value: { id: string }[] }
    expect(value).toMatchObject([{ name: 'Calendar', isDefaultCalendar: true }])
    const query = 'startDateTime=2026-11-23T00:00:00Z&endDateTime=2026-11-30T00:00:00Z&$top=3'
    const view = `${getUrl(MICROSOFT)}/v1.0/me/calendars/${encodeURIComponent(value[0]?.id ?? '')}/calendarView?${query}`
    const fetchPage = async (address: string) =>
      (await (await callApi(address, tokens.access_token)).json()) as { value: object[]; '@odata.nextLink'?: string }
    const first = await fetchPage(view)
    expect(first.value).toHaveLength(3)
    expect(first.value[0]).toMatchObject({ showAs: 'busy', start: { dateTime: '2026-11-23T15:00:00.0000000' } })
    const rest = await fetchPage(first['@odata.nextLink'] ?? '')
    expect(rest.value).toHaveLength(2)
    expect(rest['@odata.nextLink']).toBeUndefined()
  })

  it('are shown on a page in the requested time zone with escaped text', async () => {
    const { token, events } = await createAppCalendar('looking')
    await callApi(
      events,
      token,
      buildEvent({ summary: '<script>alert(1)</script>', description: 'First line\nCall: 1' }),
    )
    const fetchView = async (query: string) => {
      const response = await fetch(`${getUrl(GOOGLE)}${query}`)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      return (await response.text()).replaceAll(/[\u202F\u2009]/g, ' ')
    }
    const page = await fetchView('?zone=America/New_York')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script>')
    expect(page).toContain('Bookings of looking')
    expect(page).toMatch(/Thursday, November 26, 2026(,| at) 10:00 AM – 12:00 PM/)
    expect(await fetchView('?zone=Nowhere/At-all')).toContain('Times are in')
  })
})

describe('Slack', () => {
  const scopes = 'channels:read chat:write chat:write.public'
  const post = async (token: string, body: object) =>
    (await callApi(`${getUrl('slack')}/api/chat.postMessage`, token, body)).json()
  const section = (text: string) => [{ type: 'section', text: { type: 'mrkdwn', text } }]

  it('shows posted messages in order, with links and escaped text', async () => {
    const { tokens } = await connect(getUrl('slack'), 'slack', scopes)
    expect(await post(tokens.access_token, { channel: 'C2', text: 'First' })).toMatchObject({ ok: true, channel: 'C2' })
    const text = '*Second* of &lt;script&gt; &amp; Co\n<http://localhost:3000/calls/1?a=1&b=2|Open>'
    const second = await post(tokens.access_token, { channel: 'C2', text: 'Second', blocks: section(text) })
    expect(second).toMatchObject({ ok: true, ts: expect.stringMatching(/^\d{10}\.\d{6}$/) })
    const page = await (await fetch(getUrl('slack'))).text()
    expect(page.indexOf('<p>First</p>')).toBeGreaterThan(0)
    expect(page.indexOf('<strong>Second</strong>')).toBeGreaterThan(page.indexOf('<p>First</p>'))
    expect(page).toContain('of &lt;script&gt; &amp; Co')
    expect(page).toContain('<a href="http://localhost:3000/calls/1?a=1&amp;b=2">Open</a>')
    expect(systems.listMessages()).toMatchObject([
      { channel: 'general', text: 'First' },
      { channel: 'general', text: 'Second' },
    ])
  })

  it('responds with the errors of Slack', async () => {
    const { tokens } = await connect(getUrl('slack'), 'slack', scopes)
    const readError = async (token: string, body: object) => ((await post(token, body)) as { error?: string }).error
    expect(await readError(tokens.access_token, { channel: 'C99', text: 'x' })).toBe('channel_not_found')
    expect(await readError(tokens.access_token, { channel: 'C3', text: 'x' })).toBe('restricted_action')
    expect(await readError(tokens.access_token, { channel: 'C2' })).toBe('no_text')
    expect(await readError(tokens.access_token, { channel: 'C2', blocks: [{ type: 'section' }] })).toBe(
      'invalid_blocks',
    )
    expect(await readError('none', { channel: 'C2', text: 'x' })).toBe('invalid_auth')
    const archive = (archived: string) =>
      fetch(`${getUrl('slack')}/channels`, { method: 'POST', body: new URLSearchParams({ channel: 'C2', archived }) })
    await archive('1')
    expect(await readError(tokens.access_token, { channel: 'C2', text: 'x' })).toBe('is_archived')
    await archive('')
    const { tokens: narrowTokens } = await connect(getUrl('slack'), 'slack', 'channels:read chat:write', 'narrow')
    expect(await readError(narrowTokens.access_token, { channel: 'C2', text: 'x' })).toBe('not_in_channel')
    const { tokens: readTokens } = await connect(getUrl('slack'), 'slack', 'channels:read', 'reading')
    expect(await readError(readTokens.access_token, { channel: 'C2', text: 'x' })).toBe('missing_scope')
  })

  it('lists channels page by page, without archived ones on request', async () => {
    const { tokens } = await connect(getUrl('slack'), 'slack', scopes)
    const list = async (query: string) =>
      (await (await callApi(`${getUrl('slack')}/api/conversations.list?${query}`, tokens.access_token)).json()) as {
        channels: { id: string; name: string }[]
        response_metadata: { next_cursor: string }
      }
    const names: string[] = []
    let cursor = ''
    do {
      const page = await list(`limit=3&cursor=${encodeURIComponent(cursor)}`)
      expect(page.channels.length).toBeLessThanOrEqual(3)
      names.push(...page.channels.map(({ name }) => name))
      cursor = page.response_metadata.next_cursor
    } while (cursor)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(7)
    systems.archiveChannel('parts', true)
    const { channels } = await list('exclude_archived=true')
    expect(channels.map(({ name }) => name)).not.toContain('parts')
    systems.archiveChannel('parts', false)
  })
})

describe('Zapier', () => {
  /** Application with the API that Zapier calls. */
  async function startApplication() {
    const requests: { method: string; path: string; key: string; body: string }[] = []
    const server = createServer((incoming, response) => {
      let body = ''
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
      incoming.on('end', () => {
        const { method = '', url: path = '', headers } = incoming
        requests.push({ method, path, key: headers.authorization ?? '', body })
        if (headers.authorization !== 'Bearer dw_good')
          return void response.writeHead(403).end('{"detail":"<b>no</b>"}')
        response.end(method === 'POST' ? '{"id":"hook-1"}' : '{"data":[{"type":"lead.created"}]}')
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    whenDone(() => new Promise<void>((resolve) => void server.close(() => resolve())))
    return { requests, port: (server.address() as AddressInfo).port }
  }

  async function startWithZap(apiKey: string) {
    const application = await startApplication()
    const redirect = `http://127.0.0.1:${application.port}/callback/{system}`
    const zapier = await startSystems({ port: 0, redirect })
    whenDone(() => zapier.close())
    const url = zapier.getUrl('zapier')
    const post = (path: string, form: Record<string, string>) =>
      fetch(url + path, { method: 'POST', body: new URLSearchParams(form) })
    await post('/zaps', { apiKey, event: 'lead.created' })
    const readPage = async () => (await fetch(url)).text()
    const [, id = ''] = /action="\/zapier\/zaps\/([^"]+)"/.exec(await readPage()) ?? []
    const deliver = (body: string) => fetch(`${url}/hooks/${id}`, { method: 'POST', body })
    return { ...application, url, readPage, deliver, act: (action: string) => post(`/zaps/${id}`, { action }) }
  }

  it('subscribes a Zap, shows what it received, and unsubscribes it', async () => {
    const { act, deliver, readPage, requests, url } = await startWithZap('dw_good')
    expect((await deliver('{}')).status, 'a Zap that is off').toBe(410)
    await act('test')
    expect(await readPage()).toContain('lead.created')
    await act('on')
    expect(await readPage()).toContain('lead.created (on)')
    const subscription = requests.at(-1)
    expect(subscription).toMatchObject({ method: 'POST', path: '/api/v1/hooks', key: 'Bearer dw_good' })
    const { hookUrl, event } = JSON.parse(subscription?.body ?? '{}') as { hookUrl: string; event: string }
    expect([hookUrl.startsWith(`${url}/hooks/`), event]).toEqual([true, 'lead.created'])
    expect((await deliver('{"name":"<script>"}')).status).toBe(200)
    await deliver('not JSON')
    const page = await readPage()
    expect(page).toContain('&quot;name&quot;: &quot;&lt;script&gt;&quot;')
    expect(page.indexOf('not JSON')).toBeGreaterThan(page.indexOf('&lt;script&gt;'))
    await act('off')
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/v1/hooks/hook-1' })
    expect((await deliver('{}')).status).toBe(410)
    await act('delete')
    expect(await readPage()).not.toContain('lead.created (off)')
  })

  it('shows the error of the application and leaves the Zap off', async () => {
    const { act, readPage } = await startWithZap('dw_wrong')
    await act('on')
    const page = await readPage()
    expect(page).toContain('lead.created (off)')
    expect(page).toContain('&lt;b&gt;no&lt;/b&gt;')
  })
})

describe('systems server', () => {
  it('lists its systems and the ServiceTitan credentials', async () => {
    const page = await (await fetch(systems.url)).text()
    for (const { label } of Object.values(SYSTEMS)) expect(page).toContain(`Local ${label}`)
    expect(page).toContain('5550100')
    expect(await (await fetch(`${systems.url}/health`)).json()).toEqual({ status: 'ok' })
    expect((await fetch(`${systems.url}/nobody`)).status).toBe(404)
  })

  it('simulates an outage of one system, whose page still works', async () => {
    const set = (out: string) =>
      fetch(`${getUrl('hubspot')}/outage`, { method: 'POST', body: new URLSearchParams({ out }) })
    await set('1')
    expect((await fetch(`${getUrl('hubspot')}/crm/v3/objects/contacts`)).status).toBe(503)
    expect((await fetch(`${getUrl('hubspot')}/token`, { method: 'POST' })).status).toBe(503)
    expect((await fetch(`${getUrl('slack')}/api/auth.test`)).status, 'other systems still respond').toBe(200)
    expect(await (await fetch(getUrl('hubspot'))).text()).toContain('End outage')
    await set('')
    expect((await fetch(`${getUrl('hubspot')}/crm/v3/objects/contacts`)).status).toBe(401)
  })

  it('rejects foreign origins and unknown hosts', async () => {
    const press = async (origin: string) => {
      const body = new URLSearchParams({ out: '' })
      return (await fetch(`${getUrl('hubspot')}/outage`, { method: 'POST', headers: { origin }, body })).status
    }
    expect(await press('http://elsewhere.example')).toBe(403)
    expect(await press('null')).toBe(403)
    expect(await press(systems.url)).toBe(200)
    const page = await fetch(getUrl('hubspot'))
    expect(page.headers.get('referrer-policy'), 'otherwise browsers send Origin: null for its forms').toBe(
      'same-origin',
    )
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(systems.url, { headers: { host: 'elsewhere.example' } }, ({ statusCode }) =>
        resolve(statusCode),
      )
      outgoing.on('error', reject).end()
    })
    expect(status).toBe(421)
  })

  it('keeps connections and entries across restarts and locks its folder', async () => {
    const options = { port: 0, redirect: REDIRECT, dataDir: temporaryFolder() }
    const first = await startSystems(options)
    whenDone(() => first.close())
    const { tokens } = await connect(first.getUrl(GOOGLE), GOOGLE, `${LIST_SCOPE} ${APP_CALENDAR_SCOPE}`)
    await callApi(`${first.getUrl(GOOGLE)}/calendar/v3/calendars`, tokens.access_token, { summary: 'Kept' })
    await expect(startSystems(options)).rejects.toThrow('Another server uses')
    await first.close()
    const second = await startSystems(options)
    whenDone(() => second.close())
    const list = await callApi(`${second.getUrl(GOOGLE)}/calendar/v3/users/me/calendarList`, tokens.access_token)
    expect(await list.text()).toContain('Kept')
  })

  it.each(['http://localhost:3000/callback', 'nowhere/{system}', ''])(
    'does not start with the redirect URL %j',
    async (redirect) => {
      await expect(startSystems({ port: 0, redirect })).rejects.toThrow('--redirect must be')
    },
  )
})
