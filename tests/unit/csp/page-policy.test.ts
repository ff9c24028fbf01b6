import { describe, expect, it } from 'vitest'
import { firstPaintScript } from '../../../lib/browser-bundles.js'
import { holdScripts } from '../../../lib/page-cache/hold-scripts.ts'
import { contentSecurityPolicy } from '../../../lib/page-cache/policy.ts'

const options = { frameAncestors: ["'self'", 'https://studio.example'], secure: true }

describe('contentSecurityPolicy', () => {
  it('allows nothing by default, and own files', () => {
    const policy = contentSecurityPolicy('<script src="/a.js"></script>', options)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'self' https://studio.example")
    expect(policy).toContain('upgrade-insecure-requests')
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('allows the known inline scripts of the page', () => {
    const policy = contentSecurityPolicy(`<script>${firstPaintScript}</script>`, options)
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
  })

  it('allows no other script, whatever stands in the page', () => {
    expect(contentSecurityPolicy('<script>attack()</script>', options)).toContain("script-src 'self';")
  })

  it('needs nothing for held scripts, which a file of the site loads', () => {
    const page = '<html><body><script src="/_next/static/a.js"></script></body></html>'
    expect(contentSecurityPolicy(holdScripts(page), options)).toContain("script-src 'self';")
  })

  it('takes in what a vendor needs, in the directive that is there or in one of its own', () => {
    const additional = { 'script-src': ['https://vendor.example', 'blob:'], 'media-src': ['blob:'] }
    const policy = contentSecurityPolicy('', { ...options, additional })
    expect(policy).toContain("script-src 'self' https://vendor.example blob:;")
    expect(policy).toMatch(/; media-src blob:$/)
    expect(policy).toContain("style-src 'self';")
  })

  it('does not upgrade requests on a plain http address', () => {
    expect(contentSecurityPolicy('', { ...options, secure: false })).not.toContain('upgrade-insecure-requests')
  })
})
