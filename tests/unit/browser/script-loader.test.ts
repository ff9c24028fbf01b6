// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import './fake-browser.ts'
import { loadHeldScripts } from '../../../browser/script-loader.ts'

const scripts = () => [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'))
const flight = () => Reflect.get(window, '__next_f') as unknown

/** A page as the page cache stores it. */
function page(version?: string): void {
  const flightMark = version ? ` data-flight="${version}"` : ''
  document.body.innerHTML = `<template data-held-scripts="/a.js /b.js"${flightMark}></template>`
}

/** Answers without the streams of a real response, which take longer than the promises that the test lets pass. */
function answerWith(version: string, text: string) {
  const headers = new Headers({ 'x-page-version': version })
  const fetched = vi.fn<typeof fetch>(async () => ({ headers, text: async () => text }) as Response)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const touch = async (type = 'pointerdown') => {
  document.body.dispatchEvent(new Event(type, { bubbles: true }))
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  Reflect.deleteProperty(window, '__next_f')
})

describe('the held scripts of a page', () => {
  it.each(['pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin'])(
    'are loaded at the first %s, once and in their order',
    async (type) => {
      page()
      loadHeldScripts()
      expect(scripts()).toEqual([])
      await touch(type)
      await touch('keydown')
      expect(scripts()).toEqual(['/a.js', '/b.js'])
      expect([...document.head.querySelectorAll('script')].some(({ async }) => async)).toBe(false)
    },
  )

  it('are loaded 1.5 seconds after the load of a page that nobody touches', async () => {
    page()
    loadHeldScripts()
    await vi.advanceTimersByTimeAsync(1_499)
    expect(scripts()).toEqual([])
    await vi.advanceTimersByTimeAsync(2)
    expect(scripts()).toEqual(['/a.js', '/b.js'])
  })

  it('come after the flight data, when the page does not hold it', async () => {
    page('v1')
    const fetched = answerWith('v1', 'flight data')
    loadHeldScripts()
    await touch()
    const asked = new URL(String(fetched.mock.calls[0]?.[0]))
    expect([asked.origin, asked.pathname, asked.search]).toEqual([location.origin, location.pathname, '?_rsc='])
    expect(flight()).toEqual([[0], [1, 'flight data']])
    expect(scripts()).toEqual(['/a.js', '/b.js'])
  })

  it('are not loaded for flight data of a page that has changed since, nor without it', async () => {
    page('v1')
    answerWith('v2', 'flight data')
    loadHeldScripts()
    await touch()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    loadHeldScripts()
    await touch()
    expect([scripts(), flight()]).toEqual([[], undefined])
  })
})
