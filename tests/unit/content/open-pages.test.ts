import { runQuery } from '@ductwise/content-lake'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildLakeDocument, createSnapshot } from '../../../packages/content-lake/tests/query/fixtures.ts'
import { documentPath, pathTypes, type RoutedType, routedTypes, slugTypes } from '../../../sanity/content-types.ts'
import { addClosedIds } from '../../../sanity/lake/closed-pages.ts'
import { removeClosedLinks } from '../../../sanity/lake/open-links.ts'
import { isOpenPage, isOpenPath } from '../../../sanity/page-route.ts'
import type { Read } from '../../../sanity/queries/read.ts'
import { KNOWN_PAGES_QUERY } from '../../../sanity/queries/pages.ts'
import { getSlugError } from '../../../sanity/schema/validation/rules.ts'
import { findPathKind } from '../../../server/http/route-kind.ts'
import { reads } from './tags-reads.ts'

const UNSUPPORTED_SLUGS = [
  'Hello_World',
  '2019/05/old-post',
  'café-heating',
  'furnace--repair',
  'AC-Repair',
  '-leading',
  'trailing-',
  'a'.repeat(81),
  'with space',
  'dot.html',
  'caf%C3%A9',
  'slash/',
  '/slash',
  '..',
  '',
]

const isPathType = (type: RoutedType) => pathTypes.some((other) => other === type)

const buildDocument = (type: RoutedType, key: string, index = 0) => ({
  ...buildLakeDocument({ _id: `${type}-foreign-${index}`, _type: type }),
  title: `Foreign ${type}`,
  name: `Foreign ${type}`,
  publishedAt: '2026-01-01T00:00:00Z',
  excerpt: 'x',
  ...(isPathType(type) ? { path: key } : { slug: { _type: 'slug', current: key } }),
})

const queryDocuments = (documents: ReturnType<typeof buildDocument>[], query: string, params: object = {}) =>
  runQuery(createSnapshot(documents), {
    query,
    params: params as Record<string, unknown>,
    perspective: 'published',
    anonymous: true,
    now: new Date('2026-01-02T00:00:00Z'),
    project: { projectId: 'local', dataset: 'production' },
  }).result

describe('open page', () => {
  it.each(slugTypes)('of type %s requires a valid slug', (type) => {
    expect(isOpenPage(type, 'ac-repair-101')).toBe(true)
    expect(UNSUPPORTED_SLUGS.filter((slug) => isOpenPage(type, slug))).toEqual([])
    expect(UNSUPPORTED_SLUGS.filter((slug) => slug !== '').map((current) => getSlugError({ current }))).not.toContain(
      undefined,
    )
  })

  it.each(pathTypes)('of type %s requires a valid path', (type) => {
    for (const path of ['/', '/pricing', '/legal/terms', '/hvac-ai-sdr']) expect(isOpenPage(type, path)).toBe(true)
    const closedPages = [
      '',
      'pricing',
      '/Pricing',
      '/pricing/',
      '/a//b',
      '/café',
      '/a.html',
      '/api',
      '/api/x',
      '/studio',
      '/blog',
      '/blog/x',
      '/hvac-ai-sdr/new-york',
      '/login',
      '/search',
    ]
    expect(closedPages.filter((path) => isOpenPage(type, path))).toEqual([])
  })

  it('cannot use a path that belongs to another route', () => {
    for (const slug of ['author', 'category']) expect(isOpenPage('post', slug)).toBe(false)
    expect(isOpenPage('docPage', 'search')).toBe(false)
  })

  it('always has a path that the gateway recognizes as a page', () => {
    const part = fc.constantFrom(' ', ...'a z9 - / A é . blog author api page 2 search hvac-ai-sdr'.split(' '))
    const key = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.constantFrom(...routedTypes), key, fc.boolean(), (type, text, isRooted) => {
        const value = isPathType(type) && isRooted ? `/${text}` : text
        if (isOpenPage(type, value)) expect(findPathKind(documentPath(type, value), new Set())).toBe('page')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('page with an invalid path', () => {
  it('is excluded from all lists, totals, feeds, sitemaps and search results', async () => {
    const documents = routedTypes.flatMap((type) =>
      UNSUPPORTED_SLUGS.map((slug, index) => buildDocument(type, isPathType(type) ? `/${slug}/` : slug, index)),
    )
    const post = { ...buildDocument('post', 'fine'), _id: 'post-fine', title: 'Fine post' }
    const allDocuments = [...documents, post]
    const readPages = async () => queryDocuments(allDocuments, KNOWN_PAGES_QUERY) as never
    const lists = await Promise.all(
      reads
        .filter(({ query }) => query.includes('$closed'))
        .map((read) => addClosedIds(read as Read<unknown>, readPages)),
    )
    const serialized = lists.map(({ query, params = {} }) =>
      JSON.stringify(queryDocuments(allDocuments, query, params)),
    )
    expect(serialized.length).toBeGreaterThan(10)
    expect(serialized.filter((answer) => /foreign-\d/.test(answer) && !/"integration-foreign/.test(answer))).toEqual([])
    expect(serialized.some((answer) => answer.includes('Fine post'))).toBe(true)
  })

  it('is never linked', () => {
    const buildLink = (kind: string, href: string) => ({ _key: 'a', label: 'There', kind, href })
    const closedLink = buildLink('internal', '/blog/Hello_World')
    const validLinks = [buildLink('internal', '/blog/fine'), buildLink('external', '/blog/Old_1')]
    expect(removeClosedLinks({ links: [closedLink, ...validLinks] })).toEqual({
      links: [{ ...closedLink, href: null }, ...validLinks],
    })
    expect(['/press', '/', '/pricing', '/blog'].every(isOpenPath)).toBe(true)
  })
})
