import type { ClientConfig } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { apiHostOptions } from '../../../studio/content-lake/api-host.ts'

const lake = { apiHost: 'http://localhost:3900', projectId: 'local' }
const send = vi.fn<typeof fetch>(async () => new Response('sent'))

beforeEach(() => {
  send.mockClear()
  vi.stubGlobal('fetch', send)
})
afterEach(() => vi.unstubAllGlobals())

describe('hosted Sanity', () => {
  it('keeps its login, its client and every feature', () => {
    expect(apiHostOptions({ projectId: 'abc12345' })).toEqual({})
    expect(globalThis.fetch).toBe(send)
  })
})

describe('a Content Lake elsewhere', () => {
  it('has its own login page as the only provider', () => {
    expect(apiHostOptions(lake).auth).toMatchObject({
      redirectOnSingle: true,
      providers: [{ url: 'http://localhost:3900/v1/auth/login/local' }],
    })
  })

  it('is what clients talk to, whatever host they were made for', () => {
    const factory = apiHostOptions(lake).unstable_clientFactory
    const given: ClientConfig = { projectId: 'local', dataset: 'production', apiVersion: '2025-02-19', useCdn: false }
    const config = factory?.({ ...given, apiHost: 'https://api.sanity.io', useProjectHostname: true }).config()
    expect(config).toMatchObject({ apiHost: 'http://localhost:3900', useProjectHostname: false, projectId: 'local' })
  })

  it('goes without features that live in hosted services', () => {
    const off = { enabled: false }
    const options = apiHostOptions(lake)
    expect(options).toMatchObject({
      tasks: off,
      scheduledPublishing: off,
      scheduledDrafts: off,
      mediaLibrary: off,
      announcements: off,
    })
    // The local Content Lake keeps comments, so the Studio's own switch decides.
    expect(options.document).not.toHaveProperty('comments')
  })

  it('keeps requests away from Sanity’s servers', async () => {
    apiHostOptions(lake)
    await globalThis.fetch('https://api.sanity.io/vX/intake/feedback', { method: 'POST' })
    await globalThis.fetch('http://localhost:3900/v1/users/me')
    expect(send.mock.calls.map(([url]) => url)).toEqual(['http://localhost:3900/v1/users/me'])
  })
})
