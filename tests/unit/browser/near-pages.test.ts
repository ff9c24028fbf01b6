// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startNearPages } from '../../../browser/near-pages.ts'
import { indexLoader } from '../../../browser/search-index.ts'
import type { SearchEntry } from '../../../lib/search/entry.ts'
import { find } from './fake-browser.ts'

const entry = (href: string, title: string, words = ''): SearchEntry => ({
  href,
  kind: 'page',
  title,
  summary: 'Nothing of it.',
  headings: [],
  often: '',
  words,
})

/** Of two pages only the text has a word that is looked for. */
const ENTRIES = [
  entry('/pricing', 'Pricing', 'calendar access'),
  entry('/a', 'A page', 'access'),
  entry('/blog/calendar-access', 'Calendar access'),
  entry('/b', 'Access to the calendar'),
  entry('/c', 'The calendar, and access'),
  entry('/d', 'Access by calendar'),
]

let asked: string[]
let answer: () => Promise<Response>

beforeEach(() => {
  asked = []
  answer = async () => Response.json({ words: {}, begin: [], entries: ENTRIES })
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

async function arriveAt(path: string, html = '<div data-none-near><ul></ul></div>'): Promise<void> {
  document.body.innerHTML = html
  history.replaceState(null, '', path)
  await startNearPages(indexLoader())
}

const offered = () => [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
const isEmpty = () => find('div').hasAttribute('data-none-near')

describe('the page of an address that leads nowhere', () => {
  it('offers up to three pages whose titles have words of the last part of the address, from the file of the search', async () => {
    await arriveAt('/blog/2026/calender-acces')
    expect(asked).toEqual(['/search/index.json'])
    expect(offered()).toHaveLength(3)
    expect(offered()).toContain('/blog/calendar-access')
    expect(offered()).not.toContain('/pricing')
    expect(find('a').textContent).toMatch(/calendar/i)
    expect(isEmpty()).toBe(false)
  })

  it.each([
    ['/prici%C3%A9.html', 'what comes near where no page has all the words', ['/pricing']],
    ['/old/Pricing/', 'the words alone', ['/pricing']],
  ])('looks for %s: %s', async (path, _, expected) => {
    await arriveAt(path)
    expect(offered()).toEqual(expected)
  })

  it('says nothing where no title has one, or there is no answer', async () => {
    await arriveAt('/zzqqxx')
    expect([asked.length, offered(), isEmpty()]).toEqual([1, [], true])
    answer = async () => Promise.reject(new TypeError('Failed to fetch'))
    await arriveAt('/pricing-2')
    expect([asked.length, offered(), isEmpty()]).toEqual([2, [], true])
  })

  it('asks for nothing without a word, and on no other page', async () => {
    await arriveAt('/%20/--')
    await arriveAt('/pricing', '')
    expect(asked).toEqual([])
  })
})
