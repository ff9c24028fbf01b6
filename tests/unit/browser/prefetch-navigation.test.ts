// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prefetchNavigation } from '../../../browser/prefetch-navigation.ts'

const PREFETCH_DELAY_MS = 3_000

const listPrefetchedHrefs = () =>
  [...document.querySelectorAll('[data-prefetch]')].map((link) => link.getAttribute('href'))

const showLinks = (hidden: string[] = []) => {
  for (const link of document.querySelectorAll('a')) {
    const isHidden = hidden.includes(link.getAttribute('href') ?? '')
    link.getClientRects = () => (isHidden ? [] : [{}]) as unknown as DOMRectList
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `
    <header><nav><a href="/pricing"></a><a href="/blog" aria-current="page"></a><a href="/about"></a></nav></header>
    <main><a href="/elsewhere"></a></main>`
  showLinks()
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

const runPrefetch = async () => {
  prefetchNavigation()
  await vi.advanceTimersByTimeAsync(PREFETCH_DELAY_MS - 1)
  const early = listPrefetchedHrefs()
  await vi.advanceTimersByTimeAsync(100)
  return { early, late: listPrefetchedHrefs() }
}

describe('navigation links', () => {
  it('are marked for prefetching after an idle period, except the current page', async () => {
    expect(await runPrefetch()).toEqual({ early: [], late: ['/pricing', '/about'] })
  })

  it('are not marked while hidden, such as in the mobile menu', async () => {
    showLinks(['/pricing'])
    expect((await runPrefetch()).late).toEqual(['/about'])
  })

  it.each<[connection: object, links: string[]]>([
    [{ saveData: true }, []],
    [{ effectiveType: '2g' }, []],
    [{ effectiveType: 'slow-2g' }, []],
    [{ effectiveType: '3g' }, []],
    [{ saveData: false, effectiveType: '4g' }, ['/pricing', '/about']],
  ])('with connection %j are marked: %j', async (connection, links) => {
    Object.assign(navigator, { connection })
    expect((await runPrefetch()).late).toEqual(links)
  })
})
