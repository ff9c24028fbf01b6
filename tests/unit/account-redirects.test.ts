import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAccountPath } from '../../lib/account-paths.ts'
import { pageAskedFor } from '../../lib/account/redirects.ts'

const SITE = 'https://www.example.com'

describe('pageAskedFor', () => {
  const asked = (address: string | string[] | undefined) => pageAskedFor({ redirect_url: address, a: 'b' }, SITE)

  it.each([
    ['/dashboard/team?page=2', '/dashboard/team?page=2'],
    [`${SITE}/dashboard/plan`, '/dashboard/plan'],
    ['/dashboard/../dashboard/plan', '/dashboard/plan'],
  ])('takes %s', (address, path) => expect(asked(address)).toBe(path))

  it.each([
    'https://evil.example/',
    'http://www.example.com/dashboard',
    'https://www.example.com.evil.example/',
    'https://www.example.com@evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/dashboard/..//evil.example',
    '/..//evil.example',
    '/',
    '',
    undefined,
  ])('takes nothing from %j', (address) => expect(asked(address)).toBeUndefined())

  it('takes the first page of this site when there are several', () => {
    expect(asked(['//evil.example', '/dashboard/a', '/dashboard/b'])).toBe('/dashboard/a')
  })

  it('never takes an address that a browser reads as another site', () => {
    const address = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.string().map((text) => `/${text}`),
      fc.string().map((text) => `//${text}`),
    )
    fc.assert(
      fc.property(address, (value) => {
        const path = asked(value)
        if (path) expect(new URL(path, `${SITE}/login`).origin).toBe(SITE)
      }),
    )
  })
})

describe('isAccountPath', () => {
  it.each(['/login', '/login?redirect_url=%2F', '/register/verify', '/dashboard#team', '/sign-in', '/sign-up?a'])(
    'knows %s',
    (href) => expect(isAccountPath(href)).toBe(true),
  )

  it.each(['/', '/logins', '/dashboards', '/blog/login', '/sign-in-unavailable', 'https://x.example/login'])(
    'leaves %s alone',
    (href) => expect(isAccountPath(href)).toBe(false),
  )
})
