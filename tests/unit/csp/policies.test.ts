import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAccountPolicy, CODE_FIELD_STYLE } from '../../../lib/platform/csp/account-policy.ts'
import { buildFailurePage, failurePolicy, malformedPathPage } from '../../../lib/platform/csp/failure-page.ts'
import { getVoiceAgentSources } from '../../../lib/platform/env/voice-agent.ts'
import { knownScriptHashes } from '../../../lib/platform/csp/inline-scripts.ts'
import { createNonce } from '../../../lib/platform/csp/nonce.ts'
import { buildDraftPolicy, buildSitePolicy, getSitePolicyOptions } from '../../../lib/platform/csp/site-policy.ts'
import { buildStudioPolicy } from '../../../lib/platform/csp/studio-policy.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const SITE = 'https://www.example.com'
const LAKE_URL = 'http://localhost:3900'
const SOCKET_URL = 'ws://localhost:3900'

function parseSources(policy: string): Record<string, string> {
  const parts = policy.split('; ').map((part) => part.split(' '))
  expect(new Set(parts.map(([name]) => name)).size, 'no duplicate directives').toBe(parts.length)
  return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources.join(' ')]))
}

const buildPolicy = (overrides: Partial<Parameters<typeof buildAccountPolicy>[0]> = {}) =>
  buildAccountPolicy({ nonce: 'n', frontendApi: undefined, secure: false, development: false, ...overrides })

beforeEach(() => stubSiteEnv())
afterEach(() => vi.unstubAllEnvs())

// Compares whole policies, because no page would reveal an extra source or a missing directive.
describe('Content Security Policy', () => {
  it('is complete for a cached page', () => {
    expect(parseSources(buildSitePolicy(["'sha256-x'"], getSitePolicyOptions()))).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'sha256-x'",
      'style-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data:",
      'media-src': `'self' ${LAKE_URL}`,
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default form',
    })
  })

  it('of a draft preview only adds the Content Lake, the nonce and inline styles', () => {
    const hashes = knownScriptHashes.join(' ')
    expect(parseSources(buildDraftPolicy('n'))).toEqual({
      ...parseSources(buildSitePolicy([], { ...getSitePolicyOptions(), hasVendorScripts: true })),
      'script-src': `'self' 'nonce-n' ${hashes}`,
      'style-src': "'self' 'unsafe-inline'",
      'img-src': `'self' data: ${LAKE_URL}`,
      'connect-src': `'self' ${LAKE_URL} ${SOCKET_URL}`,
    })
    vi.stubEnv('NODE_ENV', 'development')
    expect(parseSources(buildDraftPolicy('n'))['script-src']).toBe(`'self' 'nonce-n' ${hashes} 'unsafe-eval'`)
  })

  it('is complete for a signed-in page', () => {
    const policy = {
      'default-src': "'none'",
      'script-src': "'self' 'nonce-n' 'strict-dynamic'",
      'style-src': `'self' 'nonce-n' ${CODE_FIELD_STYLE}`,
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'media-src': "'self'",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-src': "'self'",
      'worker-src': "'self' blob:",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    }
    expect(parseSources(buildPolicy())).toEqual(policy)
    expect(parseSources(buildPolicy({ development: true }))).toEqual({
      ...policy,
      'script-src': "'self' 'nonce-n' 'strict-dynamic' 'unsafe-eval'",
      'style-src': "'self' 'unsafe-inline'",
    })
    expect(parseSources(buildPolicy({ secure: true }))).toEqual({ ...policy, 'upgrade-insecure-requests': '' })
  })

  it('of a signed-in page with hosted Clerk allows only the required hosts', () => {
    const policy = buildPolicy({ frontendApi: 'clerk.example.com' })
    expect(parseSources(policy)['connect-src']).toBe("'self' https://clerk.example.com")
    expect([...policy.matchAll(/https:\/\/[^\s;]+/g)].map(([origin]) => origin)).toEqual([
      'https://img.clerk.com',
      'https://clerk.example.com',
      'https://challenges.cloudflare.com',
    ])
  })

  it('with the voice agent allows inline styles and has no style nonce', () => {
    const agent = { agentId: 'a', scriptUrl: 'https://voice.example/agent.js', integrity: undefined }
    const sources = parseSources(buildPolicy({ additional: getVoiceAgentSources(agent) }))
    expect(sources['style-src']).toBe("'self' 'unsafe-inline'")
    expect(sources['script-src']).toContain("'strict-dynamic'")
    expect(sources['connect-src']).toContain('https://*.elevenlabs.io')
  })

  it('merges vendor sources into existing and new directives', () => {
    const additional = { 'script-src': ['https://vendor.example', 'blob:'], 'media-src': ['blob:'] }
    expect(parseSources(buildSitePolicy([], { frameAncestors: ["'self'"], secure: false, additional }))).toMatchObject({
      'script-src': "'self' https://vendor.example blob:",
      'media-src': 'blob:',
      'style-src': "'self'",
    })
  })

  it('is complete for the Studio', () => {
    expect(parseSources(buildStudioPolicy({ apiHost: LAKE_URL, siteUrl: SITE }))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': `'self' ${SITE} data: blob: ${LAKE_URL}`,
      'media-src': `blob: ${LAKE_URL}`,
      'font-src': "'self' data:",
      'connect-src': `'self' ${LAKE_URL} ${SOCKET_URL}`,
      'frame-src': `'self' ${SITE}`,
      'worker-src': "'self' blob:",
      'manifest-src': "'self'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
    })
  })

  it('of the Studio on hosted Sanity allows only Sanity hosts', () => {
    const hosted = parseSources(buildStudioPolicy({ apiHost: undefined, siteUrl: SITE }))
    expect(hosted['connect-src']?.split(' ').toSorted()).toEqual([
      "'self'",
      'https://*.api.sanity.io',
      'https://*.apicdn.sanity.io',
      'https://api.sanity.io',
      'https://sanity-cdn.com',
      'wss://*.api.sanity.io',
    ])
    expect(hosted['img-src']).toBe(`'self' ${SITE} data: blob: https://cdn.sanity.io`)
  })

  it('of the error page allows only its inline style sheet', () => {
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(buildFailurePage(undefined)) ?? []
    expect(parseSources(failurePolicy)).toEqual({
      'default-src': "'none'",
      'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      'img-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
  })
})

it('frame ancestors come from the environment, and an HTTPS site upgrades insecure requests', async () => {
  expect(getSitePolicyOptions()).toMatchObject({ frameAncestors: ["'self'"], secure: false })
  // Resets the modules, because the environment is read only once.
  vi.resetModules()
  stubSiteEnv({ SITE_URL: SITE })
  vi.stubEnv('FRAME_ANCESTORS', "'self' https://studio.example")
  const reloaded = await import('../../../lib/platform/csp/site-policy.ts')
  const options = reloaded.getSitePolicyOptions()
  expect(options).toMatchObject({ frameAncestors: ["'self'", 'https://studio.example'], secure: true })
  expect(parseSources(reloaded.buildSitePolicy([], options))).toMatchObject({
    'frame-ancestors': "'self' https://studio.example",
    'upgrade-insecure-requests': '',
  })
})

it('every response gets a new nonce of 16 random bytes', () => {
  const nonces = Array.from({ length: 20 }, createNonce)
  expect(new Set(nonces).size).toBe(20)
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
})

describe('error page', () => {
  it('offers a retry and a link home and shows the request id', () => {
    expect(buildFailurePage('req-7')).toMatch(/<a href="">Try again<\/a><a href="\/">[\s\S]*error req-7\./)
    expect(buildFailurePage(undefined)).not.toMatch(/undefined|<p><\/p>|mention error/)
    for (const html of [buildFailurePage('a'), malformedPathPage]) {
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).toMatch(/<title>([^<]+)<\/title>[\s\S]*<h1>\1<\/h1>\n<p>[^<]+<\/p>/)
      expect(html).not.toContain('<script')
    }
    expect(malformedPathPage).toMatch(/<nav[^>]*><a href="\/">[^<]+<\/a><\/nav>/)
  })
})
