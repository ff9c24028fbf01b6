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

  it('are those of the change alone when nobody can be asked', async () => {
    lake.answers = [new Error('down')]
    expect(await affectedPaths(event('update'))).toEqual(['/hvac-ai-sdr/a'])
  })

  it('asks nobody about the settings, which every page shows', async () => {
    await affectedPaths(event('update', 'siteSettings'))
    expect(lake.reads).toBe(0)
  })
})
