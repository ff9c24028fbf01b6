import { describe, expect, it } from 'vitest'
import { pagePathError } from '../../../sanity/schema/validation/page-path.ts'
import { slugError } from '../../../sanity/schema/validation/slug.ts'
import { publishedId, releaseOf } from '../../../sanity/document-id.ts'

describe('pagePathError', () => {
  it.each(['/', '/pricing', '/hvac-ai-sdr', '/legal/privacy', '/a1/b-2/c', '/apiary', '/blogging', '/studio-tour'])(
    'accepts %s',
    (path) => {
      expect(pagePathError(path)).toBeUndefined()
    },
  )

  it.each([
    'pricing',
    '/pricing/',
    '//pricing',
    '/Pricing',
    '/pri cing',
    '/pri_cing',
    '/prícing',
    '/-pricing',
    '/pricing-',
    '/a--b',
    '/pricing?x=1',
    '/pricing#top',
    '/../secret',
    '/sitemap.xml',
    '/%2e%2e',
    '/a\n',
    `/${'a'.repeat(120)}`,
    '/studio',
    '/studio/structure',
    '/api',
    '/api/revalidate',
    '/_next',
    '/_next/static',
    '/dashboard',
    '/blog',
    '/sign-in',
    '/hvac-ai-sdr/new-york',
  ])('refuses %j', (path) => expect(pagePathError(path)).toEqual(expect.stringMatching(/^[A-Z/].+\.$/)))
})

describe('slugError', () => {
  it.each([undefined, '', 'new-york', 'a', '29-palms'])('accepts %s', (current) =>
    expect(slugError({ current })).toBeUndefined(),
  )
  it.each(['New-York', 'new york', 'new--york', '-a', 'a-', 'a/b', 'são-paulo', 'a'.repeat(81)])(
    'refuses %s',
    (current) => {
      expect(slugError({ current })).toEqual(expect.any(String))
    },
  )
})

describe('publishedId', () => {
  it.each([
    ['page-home', 'page-home'],
    ['drafts.page-home', 'page-home'],
    ['versions.rSummer.page-home', 'page-home'],
    ['draftsmanship', 'draftsmanship'],
  ])('of %s is %s', (id, expected) => expect(publishedId(id)).toBe(expected))
})

it.each([
  ['page-home', undefined],
  ['drafts.page-home', undefined],
  ['versions.r1.page-home', 'r1'],
])('the release of %s is %s', (id, expected) => expect(releaseOf(id)).toBe(expected))
