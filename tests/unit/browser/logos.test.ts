// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startLogos } from '../../../browser/logos.ts'
import { fakeIntersections, find } from './fake-browser.ts'

const intersections = fakeIntersections()
const isMarked = () => find('span').hasAttribute('data-failed')

async function showLogo(state: 'loading' | 'loaded' | 'missing'): Promise<HTMLImageElement> {
  document.body.innerHTML = '<span><img data-logo></span>'
  const logo = find<HTMLImageElement>('img')
  setLogoState(logo, state)
  // MutationObserver callbacks run in a microtask.
  await Promise.resolve()
  return logo
}

function setLogoState(logo: HTMLImageElement, state: 'loading' | 'loaded' | 'missing'): void {
  Object.defineProperties(logo, {
    complete: { value: state !== 'loading', configurable: true },
    naturalWidth: { value: state === 'loaded' ? 78 : 0, configurable: true },
  })
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  startLogos()
})

beforeEach(() => vi.runAllTimers())

// Empties the page before jsdom removes its globals, because the script's observer still uses them.
afterAll(async () => {
  document.body.replaceChildren()
  await Promise.resolve()
})

it('a missing logo is marked as failed and a loaded logo is not', async () => {
  await showLogo('missing')
  expect(isMarked()).toBe(true)
  await showLogo('loaded')
  expect(isMarked()).toBe(false)
})

it('a logo is marked as failed on an error event', async () => {
  const logo = await showLogo('loading')
  expect(isMarked()).toBe(false)
  setLogoState(logo, 'missing')
  logo.dispatchEvent(new Event('error'))
  expect(isMarked()).toBe(true)
})

it('a logo is marked as failed after 8 seconds in view and restored when it loads', async () => {
  const logo = await showLogo('loading')
  vi.advanceTimersByTime(60_000)
  expect(isMarked()).toBe(false)
  intersections.show(logo)
  vi.advanceTimersByTime(7_999)
  expect(isMarked()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isMarked()).toBe(true)
  setLogoState(logo, 'loaded')
  logo.dispatchEvent(new Event('load'))
  expect(isMarked()).toBe(false)
  expect(intersections.isObserved(logo)).toBe(false)
})
