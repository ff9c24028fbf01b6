// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveChanges } from '../../../components/dashboard/live-changes.tsx'
import { makeQueryClient } from '../../../lib/query/client.ts'
import { renderingInTests, settled } from './rendered.tsx'

const render = renderingInTests()

/** What the page has asked for, and how the site answers it: then it waits. */
let asked: string[]
let answers: string[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const last = answers.shift()
    return last === undefined ? new Promise(() => undefined) : Response.json({ last })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Shows what watches, and tells whether the data are read anew by then. */
async function watched(since: PromiseLike<string | null | undefined>): Promise<boolean> {
  const cache = makeQueryClient()
  const reads = vi.spyOn(cache, 'invalidateQueries')
  await render(
    <QueryClientProvider client={cache}>
      <LiveChanges since={since} />
    </QueryClientProvider>,
  )
  await settled()
  return reads.mock.calls.length > 0
}

describe('an open dashboard', () => {
  it('reads anew when the last change is another one than when its document was made', async () => {
    answers = ['2']
    expect(await watched(Promise.resolve('1'))).toBe(true)
    expect(asked).toEqual(['/api/dashboard/changes?since=1', '/api/dashboard/changes?since=2'])
  })

  it('does not when it is the same one', async () => {
    answers = ['1']
    expect(await watched(Promise.resolve('1'))).toBe(false)
  })

  it.each([
    ['is not known', () => Promise.resolve(undefined)],
    ['did not come, since the answer broke off', () => Promise.reject(new Error('Connection closed.'))],
  ])('begins with the first answer where that change %s', async (_, since) => {
    answers = ['1', '2']
    expect(await watched(since())).toBe(true)
    expect(asked).toEqual([
      '/api/dashboard/changes',
      '/api/dashboard/changes?since=1',
      '/api/dashboard/changes?since=2',
    ])
  })
})
