// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPageViews } from '../../../browser/page-views.ts'
import { leavePage } from './fake-browser.ts'

let sent: string[]

const pretend = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value })

beforeEach(() => {
  sent = []
  history.replaceState(null, '', '/pricing?utm_source=x#plans')
  pretend(navigator, 'sendBeacon', (address: string, body: string) => sent.push(`${address} ${body}`))
})
afterEach(() => {
  for (const name of ['sendBeacon', 'doNotTrack', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name)
  Reflect.deleteProperty(document, 'prerendering')
  leavePage()
})

describe('a page that is shown', () => {
  it('is told by its path alone, once', () => {
    startPageViews()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(sent).toEqual(['/api/page-views /pricing'])
  })

  it('is told again when the browser shows it again that kept it', () => {
    startPageViews()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(sent).toEqual(['/api/page-views /pricing', '/api/page-views /pricing'])
  })

  it('is not told where there are no beacons, and nothing breaks', () => {
    Reflect.deleteProperty(navigator, 'sendBeacon')
    expect(() => startPageViews()).not.toThrow()
    expect(sent).toEqual([])
  })

  it('is not told while the browser only prepares it', () => {
    pretend(document, 'prerendering', true)
    startPageViews()
    expect(sent).toEqual([])
    document.dispatchEvent(new Event('prerenderingchange'))
    expect(sent).toEqual(['/api/page-views /pricing'])
  })

  it.each([
    ['Do Not Track', 'doNotTrack', '1'],
    ['Global Privacy Control', 'globalPrivacyControl', true],
  ])('is not told for a visitor with %s', (_, name, value) => {
    pretend(navigator, name, value)
    startPageViews()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(sent).toEqual([])
  })
})
