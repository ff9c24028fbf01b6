// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPageViews } from '../../../browser/page-views.ts'
import { leavePage } from './fake-browser.ts'

let sentViews: string[]

const stubProperty = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value })

beforeEach(() => {
  sentViews = []
  history.replaceState(null, '', '/pricing?utm_source=x#plans')
  stubProperty(navigator, 'sendBeacon', (address: string, body: string) => sentViews.push(`${address} ${body}`))
})
afterEach(() => {
  for (const name of ['sendBeacon', 'doNotTrack', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name)
  Reflect.deleteProperty(document, 'prerendering')
  leavePage()
})

describe('page view', () => {
  it('is reported once, with only the path', () => {
    startPageViews()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(sentViews).toEqual(['/api/page-views /pricing'])
  })

  it('is reported again when the page is restored from the back/forward cache', () => {
    startPageViews()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(sentViews).toEqual(['/api/page-views /pricing', '/api/page-views /pricing'])
  })

  it('is not reported in browsers without sendBeacon', () => {
    Reflect.deleteProperty(navigator, 'sendBeacon')
    expect(() => startPageViews()).not.toThrow()
    expect(sentViews).toEqual([])
  })

  it('is not reported while the page is prerendering', () => {
    stubProperty(document, 'prerendering', true)
    startPageViews()
    expect(sentViews).toEqual([])
    document.dispatchEvent(new Event('prerenderingchange'))
    expect(sentViews).toEqual(['/api/page-views /pricing'])
  })

  it.each([
    ['Do Not Track', 'doNotTrack', '1'],
    ['Global Privacy Control', 'globalPrivacyControl', true],
  ])('is not reported for a visitor with %s', (_, name, value) => {
    stubProperty(navigator, name, value)
    startPageViews()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(sentViews).toEqual([])
  })
})
