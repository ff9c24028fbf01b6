import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cleanRedirects } from '../../../browser/own-redirects.ts'
import { parseRequestedPage } from '../../../lib/platform/auth/redirects.ts'

const SITE = 'https://www.example.com'

describe('parseRequestedPage', () => {
  const getRequestedPage = (address: string | string[] | undefined) =>
    parseRequestedPage({ redirect_url: address, a: 'b' }, SITE)

  it.each([
    ['/dashboard/team?page=2', '/dashboard/team?page=2'],
    [`${SITE}/dashboard/plan`, '/dashboard/plan'],
    ['/dashboard/../dashboard/plan', '/dashboard/plan'],
  ])('accepts %s', (address, path) => expect(getRequestedPage(address)).toBe(path))

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
  ])('rejects %j', (address) => expect(getRequestedPage(address)).toBeUndefined())

  it('uses the first valid path of several', () => {
    expect(getRequestedPage(['//evil.example', '/dashboard/a', '/dashboard/b'])).toBe('/dashboard/a')
  })

  it('never returns a URL that browsers resolve to another site', () => {
    const text = fc.string()
    const path = text.map((part) => `/${part}`)
    const address = fc.oneof(
      fc.webUrl(),
      text,
      path,
      path.map((part) => `/${part}`),
    )
    fc.assert(
      fc.property(address, (value) => {
        const path = getRequestedPage(value)
        if (path) expect(new URL(path, `${SITE}/login`).origin).toBe(SITE)
      }),
    )
  })
})

describe('cleanRedirects', () => {
  const STATE = { page: 1 }

  let writeCount = 0

  function cleanUrl(address: string): string {
    writeCount = 0
    const addressBar = new URL(address, SITE)
    vi.stubGlobal('location', addressBar)
    vi.stubGlobal('history', {
      state: STATE,
      replaceState: (state: unknown, _title: string, to: string) => {
        expect(state).toBe(STATE)
        writeCount += 1
        addressBar.href = new URL(to, SITE).href
      },
    })
    cleanRedirects()
    vi.unstubAllGlobals()
    return addressBar.href.slice(SITE.length)
  }

  it.each([
    '/login',
    '/login?a=b&redirect_url=%2Fdashboard%2Fteam%3Fpage%3D2',
    '/login#/?redirect_url=https%3A%2F%2Fwww.example.com%2Fdashboard',
    '/login/factor-one?sign_in_force_redirect_url=%2Fa&x=https%3A%2F%2Fevil.example',
    '/register?__clerk_ticket=a.b.c',
    '/login?plan&words=a%20b#/?step',
    '/login?redirect_urls=https%3A%2F%2Fevil.example',
    '/login?a=1&a=2&b=what?',
  ])('keeps %s unchanged', (address) => {
    expect(cleanUrl(address)).toBe(address)
    expect(writeCount).toBe(0)
  })

  it.each([
    ['/login?redirect_url=https%3A%2F%2Fevil.example', '/login'],
    ['/login?a=b&redirectUrl=%2F%2Fevil.example', '/login?a=b'],
    ['/login?redirect_url=%2Fa&redirect_url=%2F%2Fevil.example', '/login?redirect_url=%2Fa'],
    ['/login?redirect_url=%2Fa&redirect_url=%2Fb', '/login?redirect_url=%2Fa'],
    ['/login?a=1&a=2&b=what?&redirect_url=%2F%2Fevil.example', '/login?a=1&a=2&b=what%3F'],
    ['/login?redirect_url=https%3A%2F%2Fwww.example.com%3A99999', '/login'],
    ['/login#/?sign_up_fallback_redirect_url=javascript%3Aalert(1)', '/login#/'],
    ['/login#/factor-one?redirect_url=%2F%09%2Fevil.example&a=b', '/login#/factor-one?a=b'],
  ])('changes %s to %s', (address, expected) => expect(cleanUrl(address)).toBe(expected))
})
