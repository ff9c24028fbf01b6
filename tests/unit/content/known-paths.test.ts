import { beforeEach, describe, expect, it, vi } from 'vitest'
import { knownPage } from '../../../sanity/lake/known-paths.ts'

const published = vi.hoisted(() => ({ documents: [] as { _type: string; key: string }[] }))
vi.mock('../../../sanity/lake/published.ts', () => ({ readPublished: async () => published.documents }))

const posts = (count: number) => Array.from({ length: count }, (_, index) => ({ _type: 'post', key: `post-${index}` }))

beforeEach(() => {
  published.documents = [
    { _type: 'page', key: '/pricing' },
    { _type: 'city', key: 'chicago' },
    { _type: 'author', key: 'jo' },
    ...posts(25),
  ]
})

describe('a path that has a page', () => {
  it.each(['/', '/pricing', '/hvac-ai-sdr/chicago', '/blog', '/blog/post-3', '/press', '/documentation', '/api'])(
    '%s leads to it',
    async (path) => expect(await knownPage(path)).toBe(path),
  )

  it.each([
    ['/blog/page/3', '/blog'],
    ['/blog/author/jo/page/2', '/blog/author/jo'],
  ])('%s is a further page of %s', async (path, list) => expect(await knownPage(path)).toBe(list))

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
  ])('is not %j, which no document could have', async (path) => expect(await knownPage(path)).toBeUndefined())

  it.each(['/nothing', '/blog/nothing', '/hvac-ai-sdr/nowhere', '/blog/author/nobody/page/2', '/blog/page/4'])(
    'is not %j, which none has',
    async (path) => expect(await knownPage(path)).toBeUndefined(),
  )

  it('is another one once something else is published', async () => {
    published.documents = [{ _type: 'page', key: '/new' }]
    expect(await knownPage('/new')).toBe('/new')
    expect(await knownPage('/pricing')).toBeUndefined()
    expect(await knownPage('/')).toBe('/')
  })
})
