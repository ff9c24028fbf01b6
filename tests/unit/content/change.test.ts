import { beforeEach, describe, expect, it, vi } from 'vitest'

const lake = vi.hoisted(() => ({ answers: [] as unknown[], reads: 0 }))

vi.mock('server-only', () => ({}))
vi.mock('../../../sanity/lake/fetch.ts', () => ({
  fetchUncached: async () => {
    lake.reads += 1
    const next = lake.answers.length > 1 ? lake.answers.shift() : lake.answers[0]
    if (next instanceof Error) throw next
    return next
  },
}))

const { waitForContent } = await import('../../../sanity/lake/change.ts')

const updatedAt = '2026-01-02T00:00:00Z'
const buildEvent = (operation: 'create' | 'update' | 'delete') => ({
  change: { id: 'city-a', type: 'city' as const, operation, addresses: ['a'], unchanged: [] },
  updatedAt,
  tags: [],
})

beforeEach(() => Object.assign(lake, { answers: [], reads: 0 }))

describe('waitForContent', () => {
  it('waits until the Content Lake returns the change', async () => {
    lake.answers = [null, { _updatedAt: '2026-01-01T00:00:00Z' }, { _updatedAt: updatedAt }]
    await waitForContent(buildEvent('update'))
    expect(lake.reads).toBe(3)
  })

  it('accepts a later edit as proof of the change', async () => {
    lake.answers = [{ _updatedAt: '2026-02-01T00:00:00Z' }]
    await waitForContent(buildEvent('update'))
    expect(lake.reads).toBe(1)
  })

  it('waits until a deleted document is gone or was created again', async () => {
    lake.answers = [{ _updatedAt: updatedAt }, null]
    await waitForContent(buildEvent('delete'))
    expect(lake.reads).toBe(2)
    lake.answers = [{ _updatedAt: '2026-02-01T00:00:00Z' }]
    await waitForContent(buildEvent('delete'))
    expect(lake.reads).toBe(3)
  })

  it('does not wait if the Content Lake fails', async () => {
    lake.answers = [new Error('down')]
    await waitForContent(buildEvent('update'))
    expect(lake.reads).toBe(1)
  })
})
