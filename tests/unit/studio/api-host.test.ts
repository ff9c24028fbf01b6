import type { ClientConfig } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApiHostOptions } from '../../../studio/content-lake/api-host.ts'
import { redirectRequests, resolveRequestUrl } from '../../../studio/content-lake/redirect-requests.ts'

const lake = { apiHost: 'http://localhost:3900', projectId: 'local' }
const send = vi.fn<typeof fetch>(async () => new Response('sent'))

beforeEach(() => {
  send.mockClear()
  vi.stubGlobal('fetch', send)
})
afterEach(() => vi.unstubAllGlobals())

describe('hosted Sanity', () => {
  it('keeps the default login, client and features', () => {
    expect(buildApiHostOptions({ projectId: 'abc12345' })).toEqual({})
    expect(globalThis.fetch).toBe(send)
  })
})

describe('self-hosted Content Lake', () => {
  it('replaces the login with its own page', () => {
    expect(buildApiHostOptions(lake).auth).toMatchObject({
      redirectOnSingle: true,
      providers: [{ url: 'http://localhost:3900/v1/auth/login/local' }],
    })
  })

  it('is used by every client, whatever its configured host', () => {
    const factory = buildApiHostOptions(lake).unstable_clientFactory
    const clientConfig: ClientConfig = {
      projectId: 'local',
      dataset: 'production',
      apiVersion: '2025-02-19',
      useCdn: false,
    }
    const config = factory?.({ ...clientConfig, apiHost: 'https://api.sanity.io', useProjectHostname: true }).config()
    expect(config).toMatchObject({ apiHost: 'http://localhost:3900', useProjectHostname: false, projectId: 'local' })
  })

  it('disables features that depend on hosted services', () => {
    const disabled = { enabled: false }
    const options = buildApiHostOptions(lake)
    expect(options).toMatchObject({
      tasks: disabled,
      scheduledPublishing: disabled,
      scheduledDrafts: disabled,
      mediaLibrary: disabled,
      announcements: disabled,
    })
    // The local Content Lake stores comments, so the Studio's own setting applies.
    expect(options.document).not.toHaveProperty('comments')
  })

  it("blocks requests to Sanity's servers", async () => {
    buildApiHostOptions(lake)
    await globalThis.fetch('https://api.sanity.io/vX/intake/feedback', { method: 'POST' })
    await globalThis.fetch('http://localhost:3900/v1/users/me')
    expect(send.mock.calls.map(([url]) => url)).toEqual(['http://localhost:3900/v1/users/me'])
  })
})

describe('Studio request target', () => {
  it.each([
    ['http://localhost:3900/v1/users/me?tag=x', 'http://localhost:3900/v1/users/me?tag=x'],
    ['http://local.localhost:3900/v1/users/me?tag=x', 'http://localhost:3900/v1/users/me?tag=x'],
    ['http://other.localhost:3900/v1/users/me', 'http://other.localhost:3900/v1/users/me'],
    ['http://localhost:3000/api/draft-mode/enable', 'http://localhost:3000/api/draft-mode/enable'],
    ['https://sanity.io.example.com/', 'https://sanity.io.example.com/'],
    ['https://notsanity.io/', 'https://notsanity.io/'],
    ['https://api.sanity.io/vX/intake/feedback', undefined],
    ['https://sanity-cdn.com/v1/modules/sanity/latest', undefined],
  ])('of %s is %s', (url, target) => expect(resolveRequestUrl(url, lake)).toBe(target))
})

describe('local fetch', () => {
  it('forwards requests to the API host unchanged', async () => {
    const init = { method: 'POST', body: '{}' }
    await redirectRequests(send, lake)('http://localhost:3900/v1/data/mutate/production', init)
    expect(send).toHaveBeenCalledExactlyOnceWith('http://localhost:3900/v1/data/mutate/production', init)
  })

  it('redirects project hostnames to the API host, for both strings and Request objects', async () => {
    const sendRedirected = redirectRequests(send, lake)
    await sendRedirected('http://local.localhost:3900/v1/users/me', { headers: { a: 'b' } })
    await sendRedirected(new Request('http://local.localhost:3900/v1/users/me', { method: 'PUT', headers: { a: 'b' } }))
    expect(send.mock.calls[0]).toEqual(['http://localhost:3900/v1/users/me', { headers: { a: 'b' } }])
    const request = send.mock.calls[1]?.[0]
    expect(request).toBeInstanceOf(Request)
    expect(request).toMatchObject({ url: 'http://localhost:3900/v1/users/me', method: 'PUT' })
    expect((request as Request).headers.get('a')).toBe('b')
  })

  it('responds to hosted services without sending a request', async () => {
    const sendRedirected = redirectRequests(send, lake)
    const version = await sendRedirected('https://sanity-cdn.com/v1/modules/sanity/latest', { headers: {} })
    expect(await version.json()).toEqual({})
    const feedback = await sendRedirected('https://api.sanity.io/vX/intake/feedback', { method: 'POST', body: 'x' })
    expect(feedback.ok).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })
})
