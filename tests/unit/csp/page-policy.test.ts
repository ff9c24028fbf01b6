import { describe, expect, it } from 'vitest'
import { firstPaintScript } from '../../../lib/browser-bundles.js'
import { knownScriptHashes } from '../../../lib/csp/inline-scripts.ts'
import { type PolicyOptions, sitePolicy } from '../../../lib/csp/site-policy.ts'

const policyOf = (html: string, options: PolicyOptions) => sitePolicy(knownScriptHashes(html), options)

const options = { frameAncestors: ["'self'", 'https://studio.example'], secure: true }

describe('the policy of a finished page', () => {
  it('allows nothing by default, and own files', () => {
    const policy = policyOf('<script src="/a.js"></script>', options)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'self' https://studio.example")
    expect(policy).toContain('upgrade-insecure-requests')
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('allows the known inline scripts of the page', () => {
    const policy = policyOf(`<script>${firstPaintScript}</script>`, options)
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
  })

  it('allows no other script, whatever stands in the page', () => {
    expect(policyOf('<script>attack()</script>', options)).toContain("script-src 'self';")
  })

  it('takes in what a vendor needs, in the directive that is there or in one of its own', () => {
    const additional = { 'script-src': ['https://vendor.example', 'blob:'], 'media-src': ['blob:'] }
    const policy = policyOf('', { ...options, additional })
    expect(policy).toContain("script-src 'self' https://vendor.example blob:;")
    expect(policy).toMatch(/; media-src blob:$/)
    expect(policy).toContain("style-src 'self';")
  })

  it('does not upgrade requests on a plain http address', () => {
    expect(policyOf('', { ...options, secure: false })).not.toContain('upgrade-insecure-requests')
  })
})
