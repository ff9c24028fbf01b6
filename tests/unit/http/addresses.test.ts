import { describe, expect, it, vi } from 'vitest'
import { resolveSitePath } from '../../../lib/platform/http/site-path.ts'
import { toSafeHref } from '../../../lib/platform/http/safe-href.ts'
import { buildCityHref, isContentPath, joinPath, MOVABLE_FOLDERS, buildFolderRewrites } from '../../../lib/routes.ts'
import { log } from '../../../lib/platform/log/log.ts'
import { findRedirect, type Redirect } from '../../../lib/platform/http/redirects.ts'
import { withQuery } from '../../../lib/platform/http/with-query.ts'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { feedFor, listEntries, publicPath, slugRoot, slugTypes } from '../../../sanity/content-types.ts'
import { parseRoute } from '../../../sanity/page-route.ts'
import { getPagePathError } from '../../../sanity/schema/validation/address.ts'

describe('toSafeHref', () => {
  it.each([
    ['/pricing', '/pricing'],
    ['/a?b=c#d', '/a?b=c#d'],
    ['https://example.com/x', 'https://example.com/x'],
    ['http://example.com', 'http://example.com/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+12125550142', 'tel:+12125550142'],
  ])('accepts %s', (href, expected) => expect(toSafeHref(href)).toBe(expected))

  it.each([
    '',
    null,
    undefined,
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'pricing',
    '/\t/evil.example',
    '/\n\\evil.example',
  ])('rejects %j', (href) => expect(toSafeHref(href)).toBeUndefined())
})

describe('resolveSitePath', () => {
  const site = 'https://www.example.com'

  it.each([
    ['https://www.example.com/hvac-ai-sdr/chicago?a=b', '/hvac-ai-sdr/chicago?a=b'],
    ['/about', '/about'],
    ['https://www.example.com', '/'],
  ])('returns the path of the site URL %s', (address, path) => expect(resolveSitePath(address, site)).toBe(path))

  it.each([
    null,
    '',
    'https://evil.example/x',
    '//evil.example',
    'https://www.example.com//evil.example',
    'javascript:1',
    'https://www.example.com:444/x',
  ])('falls back to the home page for %j', (address) => expect(resolveSitePath(address, site)).toBe('/'))
})

describe('content paths', () => {
  it('are built from route segments', () => {
    expect(joinPath(undefined)).toBe('/')
    expect(joinPath([])).toBe('/')
    expect(joinPath(['a', 'b'])).toBe('/a/b')
    expect(buildCityHref({ slug: 'new-york' })).toBe('/hvac-ai-sdr/new-york')
  })

  it.each(['/', '/about', '/a/b-2/c', '/hvac-ai-sdr/new-york'])('include %s', (path) => {
    expect(isContentPath(path)).toBe(true)
  })

  it.each([
    '',
    'about',
    '/About',
    '/a//b',
    '/a/',
    '/%2e%2e',
    '/a b',
    '/wp-login.php',
    '/é',
    '/-a',
    `/${'a'.repeat(130)}`,
  ])('exclude %j', (path) => expect(isContentPath(path)).toBe(false))
})

const SITE = 'https://www.ductwise.example'

type Row = [source: string, destination: string, permanent?: boolean]

const PAGES = new Set(['/pricing', '/café'])

const buildRedirects = (rows: Row[]) =>
  rows.map(([source, destination, permanent = false]) => ({ source, destination, permanent }))

const followRedirect = (path: string, redirects: Redirect[]) =>
  findRedirect(path, { redirects, siteUrl: SITE, isPage: async (page) => PAGES.has(page) })

const followRedirectFrom = (path: string, ...rows: Row[]) => followRedirect(path, buildRedirects(rows))

describe('Studio redirect', () => {
  it('sends visitors to a path of the site, permanently or temporarily', async () => {
    expect(await followRedirectFrom('/old', ['/old', '/new', true])).toEqual({ destination: '/new', permanent: true })
    expect(await followRedirectFrom('/old', ['/old', '/new?a=b#c'])).toEqual({
      destination: '/new?a=b#c',
      permanent: false,
    })
  })

  it.each<[what: string, path: string, destination: string | undefined, ...rows: Row[]]>([
    ['to a URL', '/old', 'https://example.com/a?b=c', ['/old', 'https://example.com/a?b=c']],
    ['to a host without a path', '/old', 'http://example.com/', ['/old', 'http://example.com']],
    [
      'through a chain to another site',
      '/a',
      'https://example.com/c?d',
      ['/a', '/b'],
      ['/b', 'https://example.com/c?d'],
    ],
    ['with query and fragment like a browser', '/a', '/c?f=g&c=d#e', ['/a', '/b?c=d#e'], ['/b', '/c?f=g']],
    ['with the last fragment', '/a', '/c#h', ['/a', '/b#e'], ['/b', '/c#h']],
    ['to a page that is itself a source', '/a', '/pricing?b=c', ['/a', '/Pricing?b=c'], ['/pricing', '/elsewhere']],
    ['to the same page in canonical spelling', '/PRICING', '/pricing', ['/Pricing', '/pricing']],
    ['nowhere if a later hop is a javascript URL', '/a', undefined, ['/a', '/b'], ['/b', 'javascript:alert(1)']],
    ['nowhere if a later hop has no scheme', '/a', undefined, ['/a', '/b'], ['/b', '//evil.example']],
    ['to a path on a copy of the site', '/old', '/new?a=b', ['/old', `${SITE}/new?a=b`]],
  ])('leads %s', async (_, path, destination, ...rows) =>
    expect((await followRedirectFrom(path, ...rows))?.destination).toBe(destination),
  )

  it('matches any spelling of its path and no other path', async () => {
    for (const path of ['/', '/old/er', '/ol', '/%2fold'])
      expect(await followRedirectFrom(path, ['/old', '/new'])).toBeUndefined()
    for (const path of ['/caf%C3%A9s', '/caf%c3%a9s', '/cafés', '/cafe\u0301s', '/Caf%C3%A9s'])
      for (const source of ['/cafés', '/caf%C3%A9s', '/caf%c3%a9s', 'cafés', `${SITE}/cafés/?a=b`])
        expect((await followRedirectFrom(path, [source, '/new']))?.destination, `${path} ${source}`).toBe('/new')
    expect((await followRedirectFrom('/old-page.html', ['/Old-Page.HTML', '/new']))?.destination).toBe('/new')
    expect((await followRedirectFrom('/old%20page', ['/old page', '/new']))?.destination).toBe('/new')
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
  ])('ignores the unsafe destination %j', async (destination) =>
    expect(await followRedirectFrom('/old', ['/old', destination])).toBeUndefined(),
  )

  it('is ignored if it leads to itself in any spelling', async () => {
    for (const destination of ['/old', '/old?a=b', '/old#a', `${SITE}/old`, '/x/../old']) {
      expect(await followRedirectFrom('/old', ['/old', destination])).toBeUndefined()
    }
  })

  it('skips to the end of a chain and is permanent if every hop is', async () => {
    const chain: Row[] = [
      ['/a-2019', '/a-2021', true],
      ['/a-2021', '/A-2024/', true],
      ['/a-2024', '/pricing', true],
    ]
    for (const path of ['/a-2019', '/a-2021', '/a-2024'])
      expect(await followRedirectFrom(path, ...chain)).toEqual({ destination: '/pricing', permanent: true })
    expect(await followRedirectFrom('/a-2019', ...chain.slice(0, 2), ['/a-2024', '/pricing', false])).toEqual({
      destination: '/pricing',
      permanent: false,
    })
    const longChain = Array.from({ length: 500 }, (_, step): Row => [`/step-${step}`, `/step-${step + 1}`, true])
    expect(await followRedirectFrom('/step-0', ...longChain)).toEqual({ destination: '/step-500', permanent: true })
  })

  it('is ignored in a loop or before one, and each loop is logged once', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    const redirects = buildRedirects([
      ['/a', '/b'],
      ['/b', '/C?x=1'],
      ['/c', '/a'],
      ['/into', '/a'],
      ['/self', '/Self/#top'],
      ['/out', '/pricing'],
    ])
    for (const path of ['/a', '/b', '/c', '/into', '/b']) expect(await followRedirect(path, redirects)).toBeUndefined()
    expect(warn.mock.calls).toEqual([[{ sources: ['/a', '/b', '/c'] }, 'redirects: loop detected']])
    expect(await followRedirect('/self', redirects)).toBeUndefined()
    expect(warn).toHaveBeenCalledTimes(2)
    expect(await followRedirect('/out', redirects)).toEqual({ destination: '/pricing', permanent: false })
  })
})

describe('query string of a redirected request', () => {
  it.each([
    ['/new', 'a=b', '/new?a=b'],
    ['/new?x=y', 'a=b', '/new?x=y&a=b'],
    ['/new#part', 'a=b', '/new?a=b#part'],
    ['https://example.com/?x', 'a=%20c&d', 'https://example.com/?x&a=%20c&d'],
    ['/new', 'a=b&_rsc=1x2y&c', '/new?a=b&c'],
    ['/new', '_rsc=1x2y', '/new'],
    ['/new', '', '/new'],
  ])('turns %s with %s into %s', (location, query, expected) => expect(withQuery(location, query)).toBe(expected))
})

const siteDir = resolve(import.meta.dirname, '../../../app/(site)')

const getRoute = (path: string) => parseRoute(path.split('/').filter(Boolean))

describe('site route', () => {
  it.each([
    ['/', { kind: 'content' }],
    ['/pricing', { kind: 'content' }],
    ['/legal/privacy', { kind: 'content' }],
    ['/api', { kind: 'api' }],
    ['/hvac-seo-services', { kind: 'content' }],
    ['/hvac-ai-sdr', { kind: 'content' }],
    ['/hvac-ai-sdr/new-york', { kind: 'city', slug: 'new-york' }],
    ['/hvac-ai-sdr/new-york/brooklyn', { kind: 'content' }],
    ['/hvac-ai-sdr/new-york/page/2', { kind: 'content' }],
    ['/pricing/page/2', { kind: 'content' }],
    ['/blog', { kind: 'blog', page: 1 }],
    ['/blog/page/2', { kind: 'blog', page: 2 }],
    ['/blog/a-post', { kind: 'post', slug: 'a-post' }],
    ['/blog/category/dispatch', { kind: 'category', slug: 'dispatch', page: 1 }],
    ['/blog/category/dispatch/page/12', { kind: 'category', slug: 'dispatch', page: 12 }],
    ['/blog/author/the-desk', { kind: 'author', slug: 'the-desk', page: 1 }],
    ['/press', { kind: 'press', page: 1 }],
    ['/press/page/3', { kind: 'press', page: 3 }],
    ['/press/spanish', { kind: 'pressItem', slug: 'spanish' }],
    ['/documentation', { kind: 'documentation' }],
    ['/documentation/roles', { kind: 'docPage', slug: 'roles' }],
  ])('of %s is %j', (path, route) => expect(getRoute(path)).toEqual({ path, ...route }))

  it.each([
    '/blog/page/1',
    '/blog/page/0',
    '/blog/page/02',
    '/blog/page/-2',
    '/blog/page/2.0',
    '/blog/page/99999',
    '/blog/page/2/x',
    '/blog/category',
    '/blog/category/A',
    '/blog/author/x/page',
    '/blog/a/b',
    '/blog/A-Post',
    '/blog/a_post',
    '/blog/é',
    `/blog/${'a'.repeat(81)}`,
    '/press/category/dispatch',
    '/documentation/page/2',
    '/blog/a-post/page/2',
    '/blog/author',
    '/api/pets',
    `/hvac-ai-sdr/${'a'.repeat(81)}`,
    '/hvac-ai-sdr/New-York',
    '/hvac-ai-sdr/New-York/brooklyn',
    '/wp-login.php',
    `/${'a'.repeat(120)}`,
  ])('is not defined for %s', (path) => expect(getRoute(path)).toEqual({ kind: 'nothing', path }))

  it.each(slugTypes)('of type %s is below the base path of its type', (type) => {
    expect(getRoute(`${slugRoot(type)}/a-slug`)).toMatchObject({ kind: type, slug: 'a-slug' })
    expect(publicPath({ _type: type, slug: 'a-slug' })).toBe(`${slugRoot(type)}/a-slug`)
    expect(getPagePathError(`${slugRoot(type)}/a-slug`)).toBeDefined()
  })

  it.each(listEntries)('of the %s list is reserved, so no page can use it', (name, { href }) => {
    expect(getRoute(href)).toMatchObject({ kind: name })
    expect(getPagePathError(href)).toBeDefined()
  })

  it('has the feed of its list', () => {
    expect(['/blog', '/blog/a-post', '/blog/author/jo/page/2'].map(feedFor)).toEqual(Array(3).fill('/blog/rss.xml'))
    expect(['/', '/blogging', '/press', '/documentation/roles'].map(feedFor)).toEqual(Array(4).fill(undefined))
  })

  it('round-trips any path', () => {
    fc.assert(fc.property(fc.array(fc.stringMatching(/^[^~]/)), (parts) => parseRoute(parts).path === joinPath(parts)))
  })
})

describe('app folders', () => {
  it('are all listed in lib/routes.ts, so a URL changes in one place only', () => {
    const addresses = globSync('**/{page,route}.{ts,tsx}', { cwd: siteDir })
      .map((file) => `/${file.replaceAll(/\([^)]*\)\//g, '').replace(/\/?(?:\[.*)?(?:page|route)\.tsx?$/, '')}`)
      .map((address) => address.replace(/\/$/, ''))
    const named = addresses.filter((address) => address !== '')
    expect([...new Set(named)].toSorted()).toEqual(MOVABLE_FOLDERS.map(({ folder }) => folder).toSorted())
  })

  const folders = [
    { address: '/journal', folder: '/blog' },
    { address: '/press', folder: '/press' },
  ]

  it('need no rewrite if their URL equals their name', () => {
    expect(buildFolderRewrites(folders.slice(1))).toEqual([])
  })

  it('whose URL moved are served only at the new URL', () => {
    expect(buildFolderRewrites(folders)).toEqual([
      { source: '/blog/:path*', destination: '/~/blog/:path*' },
      { source: '/journal/:path*', destination: '/blog/:path*' },
    ])
    expect(parseRoute(['~', 'old', 'page'])).toEqual({ kind: 'content', path: '/old/page' })
  })

  it('never have the URL of another folder, which would make the rewrites collide', () => {
    const names = MOVABLE_FOLDERS.map(({ folder }) => folder)
    for (const { address, folder } of MOVABLE_FOLDERS)
      expect(names.filter((name) => name !== folder)).not.toContain(address)
  })
})
