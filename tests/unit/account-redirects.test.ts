import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAccountPath } from '../../lib/account-paths.ts'
import { ownRedirects } from '../../lib/account/redirects.ts'

const SITE = 'https://www.example.com'

const PARAMETERS = [
  'redirect_url',
  'redirectUrl',
  'sign_in_force_redirect_url',
  'sign_in_fallback_redirect_url',
  'sign_up_force_redirect_url',
  'signUpFallbackRedirectUrl',
]

describe('ownRedirects', () => {
  it.each([
    ['/dashboard/team?page=2', '/dashboard/team?page=2'],
    [`${SITE}/dashboard/plan`, '/dashboard/plan'],
  ])('keeps %s', (address, target) => {
    expect(ownRedirects({ redirect_url: address, a: 'b' }, SITE)).toEqual({
      kept: new URLSearchParams({ redirect_url: address, a: 'b' }).toString(),
      isChanged: false,
      target,
    })
  })

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
  ])('drops %j from every parameter', (address) => {
    for (const name of PARAMETERS) {
      expect(ownRedirects({ [name]: address, a: 'b' }, SITE)).toEqual({ kept: 'a=b', isChanged: true })
    }
  })

  it('drops what leads away when a parameter is given twice', () => {
    const { kept, target } = ownRedirects({ redirect_url: ['//evil.example', '/dashboard/a'] }, SITE)
    expect(kept).toBe('redirect_url=%2Fdashboard%2Fa')
    expect(target).toBe('/dashboard/a')
  })

  it('never keeps an address that a browser reads as another site', () => {
    const address = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.string().map((text) => `/${text}`),
      fc.string().map((text) => `//${text}`),
    )
    fc.assert(
      fc.property(address, fc.constantFrom(...PARAMETERS), (value, name) => {
        const { kept, target } = ownRedirects({ [name]: value }, SITE)
        for (const single of new URLSearchParams(kept).values())
          expect(new URL(single, `${SITE}/login`).origin).toBe(SITE)
        if (target) expect(new URL(target, SITE).origin).toBe(SITE)
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
