import type { ClientConfig } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiHostOptions } from '../../../studio/content-lake/api-host.ts'
import { ownRequests, requestTarget } from '../../../studio/content-lake/own-requests.ts'

const lake = { apiHost: 'http://localhost:3900', projectId: 'local' }
const send = vi.fn<typeof fetch>(async () => new Response('sent'))

beforeEach(() => {
  send.mockClear()
  vi.stubGlobal('fetch', send)
})
afterEach(() => vi.unstubAllGlobals())

describe('hosted Sanity', () => {
  it('keeps the default login, client and features', () => {
    expect(apiHostOptions({ projectId: 'abc12345' })).toEqual({})
    expect(globalThis.fetch).toBe(send)
  })
})

describe('self-hosted Content Lake', () => {
  it('replaces the login with its own page', () => {
    expect(apiHostOptions(lake).auth).toMatchObject({
      redirectOnSingle: true,
      providers: [{ url: 'http://localhost:3900/v1/auth/login/local' }],
    })
  })

  it('is used by every client, whatever its configured host', () => {
    const factory = apiHostOptions(lake).unstable_clientFactory
    const given: ClientConfig = { projectId: 'local', dataset: 'production', apiVersion: '2025-02-19', useCdn: false }
    const config = factory?.({ ...given, apiHost: 'https://api.sanity.io', useProjectHostname: true }).config()
    expect(config).toMatchObject({ apiHost: 'http://localhost:3900', useProjectHostname: false, projectId: 'local' })
  })

  it('disables features that depend on hosted services', () => {
    const off = { enabled: false }
    const options = apiHostOptions(lake)
    expect(options).toMatchObject({
      tasks: off,
      scheduledPublishing: off,
      scheduledDrafts: off,
      mediaLibrary: off,
      announcements: off,
    })
    // The local Content Lake stores comments, so the Studio's own setting applies.
    expect(options.document).not.toHaveProperty('comments')
  })

  it("blocks requests to Sanity's servers", async () => {
    apiHostOptions(lake)
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
  ])('of %s is %s', (url, target) => expect(requestTarget(url, lake)).toBe(target))
})

describe('local fetch', () => {
  it('forwards requests to the API host unchanged', async () => {
    const init = { method: 'POST', body: '{}' }
    await ownRequests(send, lake)('http://localhost:3900/v1/data/mutate/production', init)
    expect(send).toHaveBeenCalledExactlyOnceWith('http://localhost:3900/v1/data/mutate/production', init)
  })

  it('redirects project hostnames to the API host, for both strings and Request objects', async () => {
    const stay = ownRequests(send, lake)
    await stay('http://local.localhost:3900/v1/users/me', { headers: { a: 'b' } })
    await stay(new Request('http://local.localhost:3900/v1/users/me', { method: 'PUT', headers: { a: 'b' } }))
    expect(send.mock.calls[0]).toEqual(['http://localhost:3900/v1/users/me', { headers: { a: 'b' } }])
    const request = send.mock.calls[1]?.[0]
    expect(request).toBeInstanceOf(Request)
    expect(request).toMatchObject({ url: 'http://localhost:3900/v1/users/me', method: 'PUT' })
    expect((request as Request).headers.get('a')).toBe('b')
  })

  it('responds to hosted services without sending a request', async () => {
    const stay = ownRequests(send, lake)
    const version = await stay('https://sanity-cdn.com/v1/modules/sanity/latest', { headers: {} })
    expect(await version.json()).toEqual({})
    const feedback = await stay('https://api.sanity.io/vX/intake/feedback', { method: 'POST', body: 'x' })
    expect(feedback.ok).toBe(false)
    expect(send).not.toHaveBeenCalled()
  })
})
