import { describe, expect, it } from 'vitest'
import { accountPolicy, CODE_FIELD_STYLE } from '../../../lib/csp/account-policy.ts'
import { voiceAgentSources } from '../../../lib/voice-agent.ts'

const plain = { nonce: 'abc', frontendApi: undefined, secure: false, development: false }

function directives(policy: string): Record<string, string[]> {
  const parts = policy.split('; ').map((part) => part.split(' '))
  expect(new Set(parts.map(([name]) => name)).size).toBe(parts.length)
  return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources]))
}

describe('accountPolicy', () => {
  it('runs scripts with the nonce and what they load, and nothing written into the page', () => {
    const { 'script-src': scripts, 'style-src': styles, 'default-src': rest } = directives(accountPolicy(plain))
    expect(scripts).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
    expect(styles).toEqual(["'self'", "'nonce-abc'", CODE_FIELD_STYLE])
    expect(rest).toEqual(["'none'"])
  })

  it('names no other origin while browsers reach Clerk through the site', () => {
    expect(accountPolicy(plain)).not.toMatch(/https?:|\*/)
  })

  it('lets browsers talk to hosted Clerk, and to no host beside what it needs', () => {
    const policy = accountPolicy({ ...plain, frontendApi: 'clerk.example.com', secure: true })
    const found = directives(policy)
    expect(found['connect-src']).toEqual(["'self'", 'https://clerk.example.com'])
    expect([...policy.matchAll(/https:\/\/[^\s;]+/g)].map(([origin]) => origin)).toEqual([
      'https://img.clerk.com',
      'https://clerk.example.com',
      'https://challenges.cloudflare.com',
    ])
    expect(found).toHaveProperty('upgrade-insecure-requests')
  })

  it('gives the voice agent the inline styles it needs, which a nonce would switch off', () => {
    const additional = voiceAgentSources({
      agentId: 'a',
      scriptUrl: 'https://voice.example/agent.js',
      integrity: undefined,
    })
    const found = directives(accountPolicy({ ...plain, additional }))
    expect(found['style-src']).toEqual(["'self'", "'unsafe-inline'"])
    expect(found['script-src']).toContain("'strict-dynamic'")
    expect(found['connect-src']).toContain('https://*.elevenlabs.io')
  })

  it('cannot be framed', () => {
    expect(directives(accountPolicy(plain))['frame-ancestors']).toEqual(["'none'"])
  })
})
