import { beforeEach, describe, expect, it, vi } from 'vitest'

const lake = vi.hoisted(() => ({ answers: [] as unknown[], reads: 0 }))

vi.mock('server-only', () => ({}))
vi.mock('../../sanity/fetch.ts', () => ({
  fetchUncached: async () => {
    lake.reads += 1
    const next = lake.answers.length > 1 ? lake.answers.shift() : lake.answers[0]
    if (next instanceof Error) throw next
    return next
  },
}))

const { affectedPaths, contentSettled } = await import('../../sanity/change.ts')

const updatedAt = '2026-01-02T00:00:00Z'
const event = (operation: 'create' | 'update' | 'delete', type: 'city' | 'siteSettings' = 'city') => ({
  change: { id: 'city-a', type, operation, listed: false },
  updatedAt,
  touched: { tags: [], paths: ['/hvac-ai-sdr/a'] },
})

const listed = (type: 'post' | 'pressItem', touched: { tags: string[]; paths: string[] }) => ({
  change: { id: 'one', type, operation: 'update' as const, listed: true, groups: ['author-jo', 'category-calls'] },
  updatedAt,
  touched,
})

beforeEach(() => Object.assign(lake, { answers: [], reads: 0 }))

describe('contentSettled', () => {
  it('waits until the Content Lake shows the change', async () => {
    lake.answers = [null, { _updatedAt: '2026-01-01T00:00:00Z' }, { _updatedAt: updatedAt }]
    await contentSettled(event('update'))
    expect(lake.reads).toBe(3)
  })

  it('takes a later edit for this one', async () => {
    lake.answers = [{ _updatedAt: '2026-02-01T00:00:00Z' }]
    await contentSettled(event('update'))
    expect(lake.reads).toBe(1)
  })

  it('waits until a deleted document is gone, or was made again', async () => {
    lake.answers = [{ _updatedAt: updatedAt }, null]
    await contentSettled(event('delete'))
    expect(lake.reads).toBe(2)
    lake.answers = [{ _updatedAt: '2026-02-01T00:00:00Z' }]
    await contentSettled(event('delete'))
    expect(lake.reads).toBe(3)
  })

  it('does not wait for a Content Lake that does not answer', async () => {
    lake.answers = [new Error('down')]
    await contentSettled(event('update'))
    expect(lake.reads).toBe(1)
  })
})

describe('affectedPaths', () => {
  it('adds the pages that refer to the document, each once, and stays few', async () => {
    lake.answers = [
      [
        { _type: 'page', path: '/' },
        { _type: 'city', slug: 'a' },
        { _type: 'page', path: null },
        ...Array.from({ length: 40 }, (_, index) => ({ _type: 'city', slug: `c${index}` })),
      ],
    ]
    const paths = await affectedPaths(event('update'))
    expect(paths.slice(0, 2)).toEqual(['/hvac-ai-sdr/a', '/'])
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.length).toBe(12)
  })

  it('adds every list that shows a post, and the pages that link to it', async () => {
    lake.answers = [
      {
        groups: [
          { _type: 'author', slug: 'jo' },
          { _type: 'category', slug: 'calls' },
        ],
        posts: 21,
        pressItems: 0,
      },
      [
        { _type: 'post', slug: 'another' },
        { _type: 'legalPage', path: '/terms' },
      ],
    ]
    expect(await affectedPaths(listed('post', { tags: ['posts'], paths: ['/blog/a', '/blog'] }))).toEqual([
      '/blog/a',
      '/blog',
      '/blog/author/jo',
      '/blog/category/calls',
      '/blog/page/2',
      '/blog/page/3',
      '/blog/another',
      '/terms',
    ])
  })

  it('adds the further pages of the announcements', async () => {
    lake.answers = [{ groups: [], posts: 40, pressItems: 11 }, []]
    expect(await affectedPaths(listed('pressItem', { tags: ['press'], paths: ['/press'] }))).toEqual([
      '/press',
      '/press/page/2',
    ])
  })

  it('leaves lists alone that do not show the change', async () => {
    lake.answers = [[]]
    expect(await affectedPaths(listed('post', { tags: ['post:a'], paths: ['/blog/a'] }))).toEqual(['/blog/a'])
    expect(lake.reads).toBe(1)
  })

  it('are those of the change alone when nobody can be asked', async () => {
    lake.answers = [new Error('down')]
    expect(await affectedPaths(event('update'))).toEqual(['/hvac-ai-sdr/a'])
  })

  it('asks nobody about the settings, which every page shows', async () => {
    await affectedPaths(event('update', 'siteSettings'))
    expect(lake.reads).toBe(0)
  })
})
