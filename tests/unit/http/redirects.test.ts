import { describe, expect, it, vi } from 'vitest'
import { log } from '../../../lib/log/log.ts'
import { findRedirect, type Redirect } from '../../../lib/http/redirects.ts'
import { withQuery } from '../../../lib/http/with-query.ts'

const SITE = 'https://www.ductwise.example'

type Row = [source: string, destination: string, permanent?: boolean]

const PAGES = new Set(['/pricing', '/café'])

const listed = (rows: Row[]) =>
  rows.map(([source, destination, permanent = false]) => ({ source, destination, permanent }))

const follow = (path: string, redirects: Redirect[]) =>
  findRedirect(path, { redirects, siteUrl: SITE, isPage: async (page) => PAGES.has(page) })

const from = (path: string, ...rows: Row[]) => follow(path, listed(rows))

describe('a redirect made in the Studio', () => {
  it('sends a visitor to a path of this site, for good or for now', async () => {
    expect(await from('/old', ['/old', '/new', true])).toEqual({ destination: '/new', permanent: true })
    expect(await from('/old', ['/old', '/new?a=b#c'])).toEqual({ destination: '/new?a=b#c', permanent: false })
  })

  it('sends a visitor to a web address elsewhere', async () => {
    expect((await from('/old', ['/old', 'https://example.com/a?b=c']))?.destination).toBe('https://example.com/a?b=c')
    expect((await from('/old', ['/old', 'http://example.com']))?.destination).toBe('http://example.com/')
  })

  it('is for its path, in any spelling, and for no other', async () => {
    for (const path of ['/', '/old/er', '/ol', '/%2fold']) expect(await from(path, ['/old', '/new'])).toBeUndefined()
    for (const path of ['/caf%C3%A9s', '/caf%c3%a9s', '/cafés', '/cafe\u0301s', '/Caf%C3%A9s'])
      for (const source of ['/cafés', '/caf%C3%A9s', '/caf%c3%a9s', 'cafés', `${SITE}/cafés/?a=b`])
        expect((await from(path, [source, '/new']))?.destination, `${path} ${source}`).toBe('/new')
    expect((await from('/old-page.html', ['/Old-Page.HTML', '/new']))?.destination).toBe('/new')
    expect((await from('/old%20page', ['/old page', '/new']))?.destination).toBe('/new')
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'mailto:hello@ductwise.example',
    'ftp://example.com',
    '//evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example\x`,
    'evil.example',
    '/\t/evil.example',
    `${SITE}//evil.example`,
    `${SITE}/.//evil.example`,
    'https://user:secret@example.com',
    'https://',
    '',
  ])('does not lead to %j', async (destination) => {
    expect(await from('/old', ['/old', destination])).toBeUndefined()
  })

  it('is refused when it leads to itself, in any spelling', async () => {
    for (const destination of ['/old', '/old?a=b', '/old#a', `${SITE}/old`, '/x/../old']) {
      expect(await from('/old', ['/old', destination])).toBeUndefined()
    }
  })

  it('leads to the end of a chain at once, for good only if every hop is', async () => {
    const chain: Row[] = [
      ['/a-2019', '/a-2021', true],
      ['/a-2021', '/A-2024/', true],
      ['/a-2024', '/pricing', true],
    ]
    for (const path of ['/a-2019', '/a-2021', '/a-2024'])
      expect(await from(path, ...chain)).toEqual({ destination: '/pricing', permanent: true })
    expect(await from('/a-2019', ...chain.slice(0, 2), ['/a-2024', '/pricing', false])).toEqual({
      destination: '/pricing',
      permanent: false,
    })
    const long = Array.from({ length: 500 }, (_, step): Row => [`/step-${step}`, `/step-${step + 1}`, true])
    expect(await from('/step-0', ...long)).toEqual({ destination: '/step-500', permanent: true })
    expect((await from('/a', ['/a', '/b'], ['/b', 'https://example.com/c?d']))?.destination).toBe(
      'https://example.com/c?d',
    )
  })

  it('carries query and fragment through a chain, as a browser does', async () => {
    expect((await from('/a', ['/a', '/b?c=d#e'], ['/b', '/c?f=g']))?.destination).toBe('/c?f=g&c=d#e')
    expect((await from('/a', ['/a', '/b#e'], ['/b', '/c#h']))?.destination).toBe('/c#h')
  })

  it('ends at a page, also where the page is the source of another redirect', async () => {
    expect((await from('/a', ['/a', '/Pricing?b=c'], ['/pricing', '/elsewhere']))?.destination).toBe('/pricing?b=c')
    expect((await from('/PRICING', ['/Pricing', '/pricing']))?.destination).toBe('/pricing')
  })

  it('is none in a loop nor into one, which is logged once', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    const redirects = listed([
      ['/a', '/b'],
      ['/b', '/C?x=1'],
      ['/c', '/a'],
      ['/into', '/a'],
      ['/self', '/Self/#top'],
      ['/out', '/pricing'],
    ])
    for (const path of ['/a', '/b', '/c', '/into', '/b']) expect(await follow(path, redirects)).toBeUndefined()
    expect(warn.mock.calls).toEqual([[{ sources: ['/a', '/b', '/c'] }, 'redirects: loop detected']])
    expect(await follow('/self', redirects)).toBeUndefined()
    expect(warn).toHaveBeenCalledTimes(2)
    expect(await follow('/out', redirects)).toEqual({ destination: '/pricing', permanent: false })
  })

  it('is none where a later hop leads where no visitor may be sent', async () => {
    expect(await from('/a', ['/a', '/b'], ['/b', 'javascript:alert(1)'])).toBeUndefined()
    expect(await from('/a', ['/a', '/b'], ['/b', '//evil.example'])).toBeUndefined()
  })

  it('keeps an address of this site a path, so that a copy of the site stays on itself', async () => {
    expect((await from('/old', ['/old', `${SITE}/new?a=b`]))?.destination).toBe('/new?a=b')
  })
})

describe('the query of a visitor who is sent on', () => {
  it.each([
    ['/new', 'a=b', '/new?a=b'],
    ['/new?x=y', 'a=b', '/new?x=y&a=b'],
    ['/new#part', 'a=b', '/new?a=b#part'],
    ['https://example.com/?x', 'a=%20c&d', 'https://example.com/?x&a=%20c&d'],
    ['/new', 'a=b&_rsc=1x2y&c', '/new?a=b&c'],
    ['/new', '_rsc=1x2y', '/new'],
    ['/new', '', '/new'],
  ])('%s with %s is %s', (location, query, expected) => {
    expect(withQuery(location, query)).toBe(expected)
  })
})
