import { evaluate, parse } from 'groq-js'
import { describe, expect, it } from 'vitest'

import { mainDocuments } from '../../../studio/preview/main-documents.ts'

const dataset = [
  { _id: 'page-home', _type: 'page', path: '/' },
  { _id: 'page-index', _type: 'page', path: '/hvac-ai-sdr' },
  { _id: 'page-privacy', _type: 'page', path: '/legal/privacy' },
  { _id: 'siteSettings', _type: 'siteSettings' },
  { _id: 'pressKit', _type: 'pressKit' },
  { _id: 'legal-terms', _type: 'legalPage', path: '/terms' },
  ...['post', 'author', 'category', 'pressItem', 'docPage'].map((_type) => ({
    _id: `${_type}-one`,
    _type,
    slug: { current: 'one' },
  })),
  { _id: 'city-austin', _type: 'city', slug: { current: 'austin' } },
]

/** The Presentation tool matches with URLPattern, allows one trailing slash and takes the first route that matches. */
const resolved = (path: string) => {
  for (const resolver of mainDocuments) {
    for (const route of [resolver.route].flat()) {
      const match = new URLPattern({ pathname: `${route}{/}?` }).exec({ pathname: path })
      if (!match) continue
      const params = Object.fromEntries(
        Object.entries(match.pathname.groups).map(([name, value]) => [name, value ?? '']),
      )
      return resolver.resolve?.({ origin: 'http://localhost:3000', path, params })
    }
  }
  return undefined
}

const mainDocument = async (path: string) => {
  const { filter = 'false', params = {} } = resolved(path) ?? {}
  const query = `*[${filter}][0]._id`
  return (await evaluate(parse(query, { params }), { dataset, params })).get()
}

describe('the main document of a path', () => {
  it.each([
    ['/', 'page-home'],
    ['/hvac-ai-sdr', 'page-index'],
    ['/hvac-ai-sdr/', 'page-index'],
    ['/hvac-ai-sdr/austin', 'city-austin'],
    ['/hvac-ai-sdr/austin/', 'city-austin'],
    ['/legal/privacy', 'page-privacy'],
    ['/terms', 'legal-terms'],
    ['/blog', 'siteSettings'],
    ['/blog/page/2', 'siteSettings'],
    ['/blog/one', 'post-one'],
    ['/blog/author/one', 'author-one'],
    ['/blog/author/one/page/2', 'author-one'],
    ['/blog/category/one', 'category-one'],
    ['/press', 'pressKit'],
    ['/press/one', 'pressItem-one'],
    ['/documentation', 'siteSettings'],
    ['/documentation/one', 'docPage-one'],
    ['/api', 'siteSettings'],
    ['/blog/two', null],
    ['/nowhere', null],
    ['/hvac-ai-sdr/nowhere', null],
  ])('%s -> %s', async (path, id) => {
    expect(await mainDocument(path)).toBe(id)
  })

  it('passes what a visitor typed as a parameter, never inside the filter', () => {
    const answer = resolved('/hvac-ai-sdr/" || true || "')
    expect(answer?.filter).not.toContain('true')
    expect(answer?.params?.slug).toContain('true')
  })
})
