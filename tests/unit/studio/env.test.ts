import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { studioEnv } from '../../../studio/env.ts'

beforeEach(() => {
  vi.stubEnv('SANITY_STUDIO_PROJECT_ID', 'abc12345')
  for (const name of ['DATASET', 'API_HOST', 'SITE_URL']) vi.stubEnv(`SANITY_STUDIO_${name}`, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('the environment of the Studio', () => {
  it('is hosted Sanity’s production dataset, previewing the origin that serves the Studio, unless told otherwise', () => {
    vi.stubGlobal('location', { origin: 'https://ductwise.test' })
    const hosted = { projectId: 'abc12345', dataset: 'production', apiHost: undefined }
    expect(studioEnv()).toEqual({ ...hosted, siteUrl: 'https://ductwise.test' })
  })

  it('takes addresses with or without a trailing slash', () => {
    vi.stubEnv('SANITY_STUDIO_API_HOST', 'http://localhost:3900/')
    vi.stubEnv('SANITY_STUDIO_SITE_URL', 'https://ductwise.test/')
    expect(studioEnv()).toMatchObject({ apiHost: 'http://localhost:3900', siteUrl: 'https://ductwise.test' })
  })

  it('refuses to start without a project', () => {
    vi.stubEnv('SANITY_STUDIO_PROJECT_ID', '')
    expect(studioEnv).toThrow(/SANITY_STUDIO_PROJECT_ID/)
  })
})
