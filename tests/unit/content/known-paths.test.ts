import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findKnownPage } from '../../../sanity/lake/known-paths.ts'

const published = vi.hoisted(() => ({ documents: [] as { _type: string; key: string }[] }))
vi.mock('../../../sanity/lake/published.ts', () => ({ readPublished: async () => published.documents }))

const buildPosts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ _type: 'post', key: `post-${index}` }))

beforeEach(() => {
  published.documents = [
    { _type: 'page', key: '/pricing' },
    { _type: 'city', key: 'chicago' },
    { _type: 'author', key: 'jo' },
    ...buildPosts(25),
  ]
})

describe('findKnownPage', () => {
  it.each(['/', '/pricing', '/hvac-ai-sdr/chicago', '/blog', '/blog/post-3', '/press', '/documentation', '/api'])(
    'returns the published page %s',
    async (path) => expect(await findKnownPage(path)).toBe(path),
  )

  it.each([
    ['/blog/page/3', '/blog'],
    ['/blog/author/jo/page/2', '/blog/author/jo'],
  ])('resolves the paginated path %s to %s', async (path, list) => expect(await findKnownPage(path)).toBe(list))

  it.each([
    '',
    'pricing',
    '/~/pricing',
    '/Pricing',
    '/pricing/',
    '//pricing',
    '/a?b',
    '/a#b',
    '/%2e',
    '/blog/page/1',
    '/a b',
  ])('rejects %j as an invalid path', async (path) => expect(await findKnownPage(path)).toBeUndefined())

  it.each(['/nothing', '/blog/nothing', '/hvac-ai-sdr/nowhere', '/blog/author/nobody/page/2', '/blog/page/4'])(
    'returns nothing for the unpublished path %j',
    async (path) => expect(await findKnownPage(path)).toBeUndefined(),
  )

  it('reflects changes in the published pages', async () => {
    published.documents = [{ _type: 'page', key: '/new' }]
    expect(await findKnownPage('/new')).toBe('/new')
    expect(await findKnownPage('/pricing')).toBeUndefined()
    expect(await findKnownPage('/')).toBe('/')
  })
})
