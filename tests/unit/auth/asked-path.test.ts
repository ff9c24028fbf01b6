import { describe, expect, it } from 'vitest'
import { askedPath } from '../../../lib/auth/asked-path.ts'

const asked = (noted: string | undefined) =>
  askedPath(new Headers(noted ? { 'x-clerk-clerk-url': noted } : {}), '/dashboard/team')

describe('the address to come back to', () => {
  it('keeps the query that the proxy noted, without what the framework adds', () => {
    expect(asked('https://www.ductwise.example/dashboard/team?page=2&_rsc=abc&x=%2F')).toBe(
      '/dashboard/team?page=2&x=%2F',
    )
    expect(asked('https://www.ductwise.example/dashboard/team?_rsc=abc')).toBe('/dashboard/team')
  })

  it.each([undefined, 'nonsense', 'https://evil.example/', 'https://evil.example//evil.example/dashboard/team?x'])(
    'is that of the page when the proxy says %s',
    (noted) => expect(asked(noted)).toBe('/dashboard/team'),
  )
})
