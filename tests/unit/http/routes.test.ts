import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FOLDERS, folderRewrites, pathOf } from '../../../lib/routes.ts'
import { feedFor, listEntries, publicPath, slugRoot, slugTypes } from '../../../sanity/content-types.ts'
import { routeAt } from '../../../sanity/page-route.ts'
import { pagePathError } from '../../../sanity/schema/validation/page-path.ts'

const site = resolve(import.meta.dirname, '../../../app/(site)')

const routeOf = (path: string) => routeAt(path.split('/').filter(Boolean))

describe('a path of the site', () => {
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
  ])('%s is %j', (path, route) => {
    expect(routeOf(path)).toEqual({ path, ...route })
  })

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
  ])('%s can lead nowhere', (path) => {
    expect(routeOf(path)).toEqual({ kind: 'nothing', path })
  })

  it.each(slugTypes)('is that of a %s below the root of its type', (type) => {
    expect(routeOf(`${slugRoot(type)}/a-slug`)).toMatchObject({ kind: type, slug: 'a-slug' })
    expect(publicPath({ _type: type, slug: 'a-slug' })).toBe(`${slugRoot(type)}/a-slug`)
    expect(pagePathError(`${slugRoot(type)}/a-slug`)).toBeDefined()
  })

  it.each(listEntries)('is that of the list %s, and no page’s', (name, { href }) => {
    expect(routeOf(href)).toMatchObject({ kind: name })
    expect(pagePathError(href)).toBeDefined()
  })

  it('has the feed of the list that it is, or is below', () => {
    expect(['/blog', '/blog/a-post', '/blog/author/jo/page/2'].map(feedFor)).toEqual(Array(3).fill('/blog/rss.xml'))
    expect(['/', '/blogging', '/press', '/documentation/roles'].map(feedFor)).toEqual(Array(4).fill(undefined))
  })

  it('is kept as it is, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^~]/)), (segments) => routeAt(segments).path === pathOf(segments)),
    )
  })
})

describe('folders of app/ with the name of an address', () => {
  it('are all known to lib/routes.ts, so that moving an address is a change there alone', () => {
    const addresses = globSync('**/{page,route}.{ts,tsx}', { cwd: site })
      .map((file) => `/${file.replaceAll(/\([^)]*\)\//g, '').replace(/\/?(?:\[.*)?(?:page|route)\.tsx?$/, '')}`)
      .map((address) => address.replace(/\/$/, ''))
    const named = addresses.filter((address) => address !== '')
    expect([...new Set(named)].toSorted()).toEqual(FOLDERS.map(({ folder }) => folder).toSorted())
  })

  const folders = [
    { address: '/journal', folder: '/blog' },
    { address: '/press', folder: '/press' },
  ]

  it('need no rewrite where they have the name of their address', () => {
    expect(folderRewrites(folders.slice(1))).toEqual([])
  })

  it('answer at an address that has moved, and no longer at their name', () => {
    expect(folderRewrites(folders)).toEqual([
      { source: '/blog/:path*', destination: '/~/blog/:path*' },
      { source: '/journal/:path*', destination: '/blog/:path*' },
    ])
    expect(routeAt(['~', 'old', 'page'])).toEqual({ kind: 'content', path: '/old/page' })
  })

  it('are not the address of another: the rewrites of both would meet', () => {
    const names = FOLDERS.map(({ folder }) => folder)
    for (const { address, folder } of FOLDERS) expect(names.filter((name) => name !== folder)).not.toContain(address)
  })
})
