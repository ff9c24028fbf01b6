import { describe, expect, it } from 'vitest'
import { studioPolicy } from '../../../lib/csp/studio-policy.ts'

const siteUrl = 'https://www.example.com'

describe('studioPolicy', () => {
  it('lets the Studio talk to its own Content Lake, over sockets too, and to nobody else', () => {
    const policy = studioPolicy({ apiHost: 'http://localhost:3900', siteUrl })
    expect(policy).toContain("connect-src 'self' http://localhost:3900 ws://localhost:3900;")
    expect(policy).toContain("img-src 'self' https://www.example.com data: blob: http://localhost:3900;")
    expect(policy).not.toContain('sanity.io')
  })

  it('names the hosts of hosted Sanity without one', () => {
    const policy = studioPolicy({ apiHost: undefined, siteUrl })
    expect(policy).toContain('wss://*.api.sanity.io')
    expect(policy).toContain("img-src 'self' https://www.example.com data: blob: https://cdn.sanity.io;")
  })

  it('runs own scripts only, and shows the site in its preview', () => {
    const policy = studioPolicy({ apiHost: undefined, siteUrl })
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-src 'self' https://www.example.com")
    expect(policy).toContain("default-src 'none'")
  })
})
