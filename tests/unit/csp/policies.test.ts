import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountPolicy, CODE_FIELD_STYLE } from '../../../lib/platform/csp/account-policy.ts'
import { failurePage, failurePolicy, malformedPathPage } from '../../../lib/platform/csp/failure-page.ts'
import { voiceAgentSources } from '../../../lib/platform/env/voice-agent.ts'
import { ownScriptHashes } from '../../../lib/platform/csp/inline-scripts.ts'
import { createNonce } from '../../../lib/platform/csp/nonce.ts'
import { draftPolicy, sitePolicy, sitePolicyOptions } from '../../../lib/platform/csp/site-policy.ts'
import { studioPolicy } from '../../../lib/platform/csp/studio-policy.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const SITE = 'https://www.example.com'
const LAKE = 'http://localhost:3900'
const SOCKET = 'ws://localhost:3900'

function sourcesIn(policy: string): Record<string, string> {
  const parts = policy.split('; ').map((part) => part.split(' '))
  expect(new Set(parts.map(([name]) => name)).size, 'no duplicate directives').toBe(parts.length)
  return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources.join(' ')]))
}

const account = (more: Partial<Parameters<typeof accountPolicy>[0]> = {}) =>
  accountPolicy({ nonce: 'n', frontendApi: undefined, secure: false, development: false, ...more })

beforeEach(() => stubSiteEnv())
afterEach(() => vi.unstubAllEnvs())

// Compares whole policies, because no page would reveal an extra source or a missing directive.
describe('Content Security Policy', () => {
  it('is complete for a cached page', () => {
    expect(sourcesIn(sitePolicy(["'sha256-x'"], sitePolicyOptions()))).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'sha256-x'",
      'style-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data:",
      'media-src': `'self' ${LAKE}`,
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
    const hashes = ownScriptHashes.join(' ')
    expect(sourcesIn(draftPolicy('n'))).toEqual({
      ...sourcesIn(sitePolicy([], { ...sitePolicyOptions(), hasForeignScripts: true })),
      'script-src': `'self' 'nonce-n' ${hashes}`,
      'style-src': "'self' 'unsafe-inline'",
      'img-src': `'self' data: ${LAKE}`,
      'connect-src': `'self' ${LAKE} ${SOCKET}`,
    })
    vi.stubEnv('NODE_ENV', 'development')
    expect(sourcesIn(draftPolicy('n'))['script-src']).toBe(`'self' 'nonce-n' ${hashes} 'unsafe-eval'`)
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
    expect(sourcesIn(account())).toEqual(policy)
    expect(sourcesIn(account({ development: true }))).toEqual({
      ...policy,
      'script-src': "'self' 'nonce-n' 'strict-dynamic' 'unsafe-eval'",
      'style-src': "'self' 'unsafe-inline'",
    })
    expect(sourcesIn(account({ secure: true }))).toEqual({ ...policy, 'upgrade-insecure-requests': '' })
  })

  it('of a signed-in page with hosted Clerk allows only the required hosts', () => {
    const policy = account({ frontendApi: 'clerk.example.com' })
    expect(sourcesIn(policy)['connect-src']).toBe("'self' https://clerk.example.com")
    expect([...policy.matchAll(/https:\/\/[^\s;]+/g)].map(([origin]) => origin)).toEqual([
      'https://img.clerk.com',
      'https://clerk.example.com',
      'https://challenges.cloudflare.com',
    ])
  })

  it('with the voice agent allows inline styles and has no style nonce', () => {
    const agent = { agentId: 'a', scriptUrl: 'https://voice.example/agent.js', integrity: undefined }
    const sources = sourcesIn(account({ additional: voiceAgentSources(agent) }))
    expect(sources['style-src']).toBe("'self' 'unsafe-inline'")
    expect(sources['script-src']).toContain("'strict-dynamic'")
    expect(sources['connect-src']).toContain('https://*.elevenlabs.io')
  })

  it('merges vendor sources into existing and new directives', () => {
    const additional = { 'script-src': ['https://vendor.example', 'blob:'], 'media-src': ['blob:'] }
    expect(sourcesIn(sitePolicy([], { frameAncestors: ["'self'"], secure: false, additional }))).toMatchObject({
      'script-src': "'self' https://vendor.example blob:",
      'media-src': 'blob:',
      'style-src': "'self'",
    })
  })

  it('is complete for the Studio', () => {
    expect(sourcesIn(studioPolicy({ apiHost: LAKE, siteUrl: SITE }))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': `'self' ${SITE} data: blob: ${LAKE}`,
      'media-src': `blob: ${LAKE}`,
      'font-src': "'self' data:",
      'connect-src': `'self' ${LAKE} ${SOCKET}`,
      'frame-src': `'self' ${SITE}`,
      'worker-src': "'self' blob:",
      'manifest-src': "'self'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
    })
  })

  it('of the Studio on hosted Sanity allows only Sanity hosts', () => {
    const hosted = sourcesIn(studioPolicy({ apiHost: undefined, siteUrl: SITE }))
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
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(failurePage(undefined)) ?? []
    expect(sourcesIn(failurePolicy)).toEqual({
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
  expect(sitePolicyOptions()).toMatchObject({ frameAncestors: ["'self'"], secure: false })
  // Resets the modules, because the environment is read only once.
  vi.resetModules()
  stubSiteEnv({ SITE_URL: SITE })
  vi.stubEnv('FRAME_ANCESTORS', "'self' https://studio.example")
  const anew = await import('../../../lib/platform/csp/site-policy.ts')
  const options = anew.sitePolicyOptions()
  expect(options).toMatchObject({ frameAncestors: ["'self'", 'https://studio.example'], secure: true })
  expect(sourcesIn(anew.sitePolicy([], options))).toMatchObject({
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
    expect(failurePage('req-7')).toMatch(/<a href="">Try again<\/a><a href="\/">[\s\S]*error req-7\./)
    expect(failurePage(undefined)).not.toMatch(/undefined|<p><\/p>|mention error/)
    for (const html of [failurePage('a'), malformedPathPage]) {
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(html).toMatch(/<title>([^<]+)<\/title>[\s\S]*<h1>\1<\/h1>\n<p>[^<]+<\/p>/)
      expect(html).not.toContain('<script')
    }
    expect(malformedPathPage).toMatch(/<nav[^>]*><a href="\/">[^<]+<\/a><\/nav>/)
  })
})
