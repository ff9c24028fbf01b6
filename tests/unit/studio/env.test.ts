import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { readStudioEnv } from '../../../studio/env.ts'

beforeEach(() => {
  vi.stubEnv('SANITY_STUDIO_PROJECT_ID', 'abc12345')
  for (const name of ['DATASET', 'API_HOST', 'SITE_URL']) vi.stubEnv(`SANITY_STUDIO_${name}`, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('Studio environment', () => {
  it('defaults to the production dataset on hosted Sanity and the current origin', () => {
    vi.stubGlobal('location', { origin: 'https://ductwise.test' })
    const hosted = { projectId: 'abc12345', dataset: 'production', apiHost: undefined }
    expect(readStudioEnv()).toEqual({ ...hosted, siteUrl: 'https://ductwise.test' })
  })

  it('accepts URLs with or without a trailing slash', () => {
    vi.stubEnv('SANITY_STUDIO_API_HOST', 'http://localhost:3900/')
    vi.stubEnv('SANITY_STUDIO_SITE_URL', 'https://ductwise.test/')
    expect(readStudioEnv()).toMatchObject({ apiHost: 'http://localhost:3900', siteUrl: 'https://ductwise.test' })
  })

  it('fails without a project id', () => {
    vi.stubEnv('SANITY_STUDIO_PROJECT_ID', '')
    expect(readStudioEnv).toThrow(/SANITY_STUDIO_PROJECT_ID/)
  })
})
