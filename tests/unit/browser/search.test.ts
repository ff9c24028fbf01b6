// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSearch } from '../../../browser/search.ts'
import { SEARCH_FILE_PATH } from '../../../lib/routes.ts'
import type { SearchEntry, SearchFile } from '../../../lib/site/search/entry.ts'
import { find, leavePage } from './fake-browser.ts'
import { startNearPages } from '../../../browser/near-pages.ts'
import { indexLoader } from '../../../browser/search-index.ts'

const entry = (href: string, title: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  href,
  kind: 'page',
  title,
  summary: 'Nothing of it.',
  headings: [],
  often: '',
  words: '',
  ...more,
})

const PAGES = ['Home', 'Pricing', 'Contact', 'Security', 'About', 'Careers', 'Changes'].map((title) =>
  entry(`/${title.toLowerCase()}`, title),
)
const POSTS = Array.from({ length: 13 }, (_, number) => entry(`/blog/${number}`, `Calls ${number}`, { kind: 'post' }))

const FILE: SearchFile = {
  words: {
    one: 'One page for “{query}”.',
    many: '{count} pages for “{query}”.',
    none: 'No page has “{query}”.',
    instead: 'Search for “{query}” instead',
    section: 'Section: {heading}',
    kinds: { page: 'Page', post: 'Blog', documentation: 'Docs' } as SearchFile['words']['kinds'],
  },
  begin: ['/contact', '/gone', '/pricing'],
  entries: [
    entry('/first', 'First of the blog', { kind: 'post', summary: 'How a furnace works.', headings: ['Furnaces'] }),
    ...PAGES,
    ...POSTS,
    entry('/documentation/calendar', 'Access', {
      kind: 'documentation',
      headings: ['Keys', 'The calendar of the office'],
    }),
  ],
}

let answer: () => Promise<Response>
let asked: unknown[]

/** Polls at a short interval, because the tests use no network. */
const soon = (check: () => void) => vi.waitFor(check, { interval: 2 })

const dialog = () => find('dialog')
const field = () => find<HTMLInputElement>('input')
const state = () => dialog().dataset.state
const status = () => find('[data-search-status]').textContent
const titles = () => [...document.querySelectorAll('[data-search-results] [data-search-part=title]')]
const results = () => titles().map(({ textContent }) => textContent)

function type(text: string): void {
  field().value = text
  field().dispatchEvent(new Event('input', { bubbles: true }))
}

async function found(text: string): Promise<void> {
  type(text)
  await soon(() => expect([state(), status()]).toEqual(['found', expect.stringContaining(`“${text}”`)]))
}

function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  return (document.activeElement ?? document.body).dispatchEvent(event)
}

const close = vi.fn()
const scrolled = vi.fn()

function open(): void {
  leavePage()
  document.body.innerHTML = `
    <dialog id="site-search" data-state="idle" open>
      <form><input name="q"><button>Search</button></form>
      <span data-search-status></span>
      <ol data-search-results></ol>
      <ul hidden data-search-sample><li><a href="/search">
        <span data-search-part="title"></span><span data-search-part="kind"></span><span data-search-part="text"></span>
      </a></li></ul>
    </dialog>
    <a href="#elsewhere" id="elsewhere">Elsewhere</a><input id="another">`
  Object.assign(dialog(), { close })
  find('[data-search-results]').scrollTo = scrolled
  startSearch()
}

beforeEach(() => {
  vi.clearAllMocks()
  asked = []
  answer = async () => Response.json(FILE)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback))
  vi.stubGlobal('fetch', (...request: unknown[]) => {
    asked.push(request)
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('search', () => {
  it('starts with the first pages of the site and revalidates the index', async () => {
    open()
    await soon(() => expect(results()).toEqual(PAGES.slice(0, 6).map(({ title }) => title)))
    expect(state()).toBe('idle')
    expect(asked).toEqual([[SEARCH_FILE_PATH, { cache: 'no-cache' }]])
    await found('calls')
    type('')
    await soon(() => expect(state()).toBe('idle'))
    expect(results()).toHaveLength(6)
    expect(asked).toHaveLength(1)
  })

  it('shows the total count and at most twelve results', async () => {
    open()
    await found('calls')
    expect(results()).toHaveLength(12)
    expect(status()).toBe('13 pages for “calls”.')
    expect(scrolled).toHaveBeenLastCalledWith(0, 0)
    await found('furnace')
    expect(status()).toBe('One page for “furnace”.')
    await found('zzqqxx')
    expect(status()).toBe('No page has “zzqqxx”.')
  })

  it('suggests another query and editor-chosen pages if nothing matches', async () => {
    open()
    await found('pircinxx careers')
    const link = find<HTMLAnchorElement>('[data-search-status] a')
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Search for “careers” instead', '/search?q=careers'])
    expect(results()).toEqual(['Careers', 'Contact', 'Pricing'])
    await found('zzqqxx')
    expect(results()).toEqual(['Contact', 'Pricing'])
    await found('contact zzqqxx')
    expect(results()).toEqual(['Contact', 'Pricing'])
    await found('calls')
    expect(document.querySelector('[data-search-status] a')).toBeNull()
  })

  it("shows each result's URL, kind and matching sentence with highlighted words", async () => {
    open()
    await found('furnace')
    const shown = () => {
      const part = (name: string) => find(`[data-search-results] [data-search-part=${name}]`).innerHTML
      return [find('[data-search-results] a').getAttribute('href'), part('kind'), part('title'), part('text')]
    }
    expect(shown()).toEqual(['/first', 'Blog', 'First of the blog', 'How a <mark>furnace</mark> works.'])
    await found('calendar')
    expect(shown()).toEqual([
      '/documentation/calendar#the-calendar-of-the-office',
      'Docs',
      'Access',
      'Section: The <mark>calendar</mark> of the office',
    ])
    await found('pricing')
    expect(shown()).toEqual(['/pricing', 'Page', '<mark>Pricing</mark>', 'Nothing of it.'])
    expect(find('[data-search-sample] a').getAttribute('href')).toBe('/search')
  })

  it('shows the query literally, including special characters', async () => {
    open()
    type(`calls $& {count}`)
    await soon(() => expect(status()).toMatch(/^No page has “calls \$& \{count\}”\./u))
  })

  it('shows a loading state before the first results and keeps results until the next', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answer = () => promise
    open()
    expect(state()).toBe('idle')
    type('fur')
    expect(state()).toBe('loading')
    type('furnace')
    resolve(Response.json(FILE))
    await soon(() => expect(state()).toBe('found'))
    expect(status()).toBe('One page for “furnace”.')
    type('calls')
    expect(state()).toBe('found')
  })

  it('shows results only for the latest query', async () => {
    open()
    await found('furnace')
    const shown: (string | null)[] = []
    const observer = new MutationObserver(() => shown.push(status()))
    observer.observe(find('[data-search-status]'), { childList: true })
    for (const text of ['c', 'ca', 'calendar']) type(text)
    await soon(() => expect(shown).toEqual(['One page for “calendar”.']))
    observer.disconnect()
  })

  it('updates results after the browser has painted the typed text', async () => {
    open()
    await found('furnace')
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
    type('calendar')
    await soon(() => expect(frames).toHaveLength(1))
    expect(status()).toBe('One page for “furnace”.')
    frames[0]?.()
    await soon(() => expect(status()).toBe('One page for “calendar”.'))
  })

  it('treats a query without words as empty', async () => {
    open()
    type(' … !')
    await soon(() => expect(results()).toHaveLength(6))
    expect(state()).toBe('idle')
  })

  it.each([
    ['cannot be loaded', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['returns 503', async () => Response.json(FILE, { status: 503 })],
  ])('reports if the index %s and retries on the next input', async (_, fails) => {
    answer = fails
    open()
    await soon(() => expect(state()).toBe('failed'))
    answer = async () => Response.json(FILE)
    await found('furnace')
    expect(asked).toHaveLength(2)
  })

  it('ignores input in other fields', async () => {
    answer = async () => Promise.reject(new TypeError('Failed to fetch'))
    open()
    await soon(() => expect(state()).toBe('failed'))
    find('#another').dispatchEvent(new Event('input', { bubbles: true }))
    expect(asked).toHaveLength(1)
  })
})

describe('search keyboard navigation', () => {
  const links = () => [...document.querySelectorAll<HTMLElement>('[data-search-results] a')]
  beforeEach(async () => {
    open()
    await found('calls')
    field().focus()
  })

  it('moves with arrow keys between the field and results without scrolling', () => {
    expect(press('ArrowUp')).toBe(false)
    expect(document.activeElement).toBe(field())
    expect(press('ArrowDown')).toBe(false)
    expect(document.activeElement).toBe(links()[0])
    press('ArrowDown')
    expect(document.activeElement).toBe(links()[1])
    press('ArrowUp')
    press('ArrowUp')
    expect(document.activeElement).toBe(field())
    links().at(-1)?.focus()
    press('ArrowDown')
    expect(document.activeElement).toBe(links().at(-1))
  })

  it.each([
    ['a letter', 'a', {}, true],
    ['Backspace', 'Backspace', {}, true],
    ['a named key', 'Enter', {}, false],
    ['a key with Ctrl', 'c', { ctrlKey: true }, false],
    ['a key with Command', 'c', { metaKey: true }, false],
    ['a key with Alt', 'c', { altKey: true }, false],
  ])('moves focus from a result to the field only for text input: %s', (_, key, more, goesOn) => {
    links()[1]?.focus()
    expect(press(key, more), 'the default action is not prevented').toBe(true)
    expect(document.activeElement).toBe(goesOn ? field() : links()[1])
  })

  it('ignores IME composition and keys outside the search', () => {
    press('ArrowDown', { isComposing: true })
    expect(document.activeElement).toBe(field())
    find('#another').focus()
    for (const key of ['ArrowDown', 'a']) expect(press(key)).toBe(true)
    expect(document.activeElement).toBe(find('#another'))
  })
})

describe('click in the search', () => {
  const click = (selector: string) => find(selector).click()
  beforeEach(async () => {
    open()
    await found('furnace')
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  })

  it('closes the dialog on a result or the backdrop', () => {
    click('[data-search-results] a span')
    expect(close).toHaveBeenCalledTimes(1)
    click('dialog')
    expect(close).toHaveBeenCalledTimes(2)
  })

  it('leaves the dialog open elsewhere', () => {
    click('dialog form')
    click('#elsewhere')
    expect(close).not.toHaveBeenCalled()
  })
})

describe('suggestions on the 404 page', () => {
  /** Search entries; the first two contain the query words only in their text. */
  const ENTRIES = [
    entry('/pricing', 'Pricing', { words: 'calendar access' }),
    entry('/a', 'A page', { words: 'access' }),
    entry('/blog/calendar-access', 'Calendar access'),
    entry('/b', 'Access to the calendar'),
    entry('/c', 'The calendar, and access'),
    entry('/d', 'Access by calendar'),
  ]
  beforeEach(() => {
    answer = async () => Response.json({ words: {}, begin: [], entries: ENTRIES })
  })
  async function arriveAt(path: string, html = '<div data-none-near><ul></ul></div>'): Promise<void> {
    document.body.innerHTML = html
    history.replaceState(null, '', path)
    await startNearPages(indexLoader())
  }
  const offered = () => [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
  const isEmpty = () => find('div').hasAttribute('data-none-near')

  it('list up to three pages whose titles match the last path segment', async () => {
    await arriveAt('/blog/2026/calender-acces')
    expect(asked).toEqual([['/search/index.json', { cache: 'no-cache' }]])
    expect(offered()).toHaveLength(3)
    expect(offered()).toContain('/blog/calendar-access')
    expect(offered()).not.toContain('/pricing')
    expect(find('a').textContent).toMatch(/calendar/i)
    expect(isEmpty()).toBe(false)
  })

  it.each([
    ['/prici%C3%A9.html', 'the closest pages if no page has all words', ['/pricing']],
    ['/old/Pricing/', 'the words of the path', ['/pricing']],
  ])('for %s use %s', async (path, _, expected) => {
    await arriveAt(path)
    expect(offered()).toEqual(expected)
  })

  it('stay hidden if no title matches or the index fails to load', async () => {
    await arriveAt('/zzqqxx')
    expect([asked.length, offered(), isEmpty()]).toEqual([1, [], true])
    answer = async () => Promise.reject(new TypeError('Failed to fetch'))
    await arriveAt('/pricing-2')
    expect([asked.length, offered(), isEmpty()]).toEqual([2, [], true])
  })

  it('do not fetch the index without words or on other pages', async () => {
    await arriveAt('/%20/--')
    await arriveAt('/pricing', '')
    expect(asked).toEqual([])
  })
})
