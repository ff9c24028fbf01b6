// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSearch } from '../../../browser/search.ts'
import { SEARCH_FILE_PATH } from '../../../lib/routes.ts'
import type { SearchEntry, SearchFile } from '../../../lib/site/search/entry.ts'
import { find, leavePage } from './fake-browser.ts'
import { startNearPages } from '../../../browser/near-pages.ts'
import { createIndexLoader } from '../../../browser/search-index.ts'

const buildEntry = (href: string, title: string, overrides: Partial<SearchEntry> = {}): SearchEntry => ({
  href,
  kind: 'page',
  title,
  summary: 'Nothing of it.',
  headings: [],
  often: '',
  words: '',
  ...overrides,
})

const PAGES = ['Home', 'Pricing', 'Contact', 'Security', 'About', 'Careers', 'Changes'].map((title) =>
  buildEntry(`/${title.toLowerCase()}`, title),
)
const POSTS = Array.from({ length: 13 }, (_, number) =>
  buildEntry(`/blog/${number}`, `Calls ${number}`, { kind: 'post' }),
)

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
    buildEntry('/first', 'First of the blog', {
      kind: 'post',
      summary: 'How a furnace works.',
      headings: ['Furnaces'],
    }),
    ...PAGES,
    ...POSTS,
    buildEntry('/documentation/calendar', 'Access', {
      kind: 'documentation',
      headings: ['Keys', 'The calendar of the office'],
    }),
  ],
}

let respond: () => Promise<Response>
let requests: unknown[]

/** Polls at a short interval, because the tests use no network. */
const waitUntil = (check: () => void) => vi.waitFor(check, { interval: 2 })

const findDialog = () => find('dialog')
const findField = () => find<HTMLInputElement>('input')
const readState = () => findDialog().dataset.state
const readStatus = () => find('[data-search-status]').textContent
const listTitles = () => [...document.querySelectorAll('[data-search-results] [data-search-part=title]')]
const readResults = () => listTitles().map(({ textContent }) => textContent)

function typeText(text: string): void {
  findField().value = text
  findField().dispatchEvent(new Event('input', { bubbles: true }))
}

async function searchFor(text: string): Promise<void> {
  typeText(text)
  await waitUntil(() => expect([readState(), readStatus()]).toEqual(['found', expect.stringContaining(`“${text}”`)]))
}

function pressKey(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  return (document.activeElement ?? document.body).dispatchEvent(event)
}

const close = vi.fn()
const scrolled = vi.fn()

function openDialog(): void {
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
  Object.assign(findDialog(), { close })
  find('[data-search-results]').scrollTo = scrolled
  startSearch()
}

beforeEach(() => {
  vi.clearAllMocks()
  requests = []
  respond = async () => Response.json(FILE)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback))
  vi.stubGlobal('fetch', (...request: unknown[]) => {
    requests.push(request)
    return respond()
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('search', () => {
  it('starts with the first pages of the site and revalidates the index', async () => {
    openDialog()
    await waitUntil(() => expect(readResults()).toEqual(PAGES.slice(0, 6).map(({ title }) => title)))
    expect(readState()).toBe('idle')
    expect(requests).toEqual([[SEARCH_FILE_PATH, { cache: 'no-cache' }]])
    await searchFor('calls')
    typeText('')
    await waitUntil(() => expect(readState()).toBe('idle'))
    expect(readResults()).toHaveLength(6)
    expect(requests).toHaveLength(1)
  })

  it('shows the total count and at most twelve results', async () => {
    openDialog()
    await searchFor('calls')
    expect(readResults()).toHaveLength(12)
    expect(readStatus()).toBe('13 pages for “calls”.')
    expect(scrolled).toHaveBeenLastCalledWith(0, 0)
    await searchFor('furnace')
    expect(readStatus()).toBe('One page for “furnace”.')
    await searchFor('zzqqxx')
    expect(readStatus()).toBe('No page has “zzqqxx”.')
  })

  it('suggests another query and editor-chosen pages if nothing matches', async () => {
    openDialog()
    await searchFor('pircinxx careers')
    const link = find<HTMLAnchorElement>('[data-search-status] a')
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Search for “careers” instead', '/search?q=careers'])
    expect(readResults()).toEqual(['Careers', 'Contact', 'Pricing'])
    await searchFor('zzqqxx')
    expect(readResults()).toEqual(['Contact', 'Pricing'])
    await searchFor('contact zzqqxx')
    expect(readResults()).toEqual(['Contact', 'Pricing'])
    await searchFor('calls')
    expect(document.querySelector('[data-search-status] a')).toBeNull()
  })

  it("shows each result's URL, kind and matching sentence with highlighted words", async () => {
    openDialog()
    await searchFor('furnace')
    const readFirstResult = () => {
      const readPart = (name: string) => find(`[data-search-results] [data-search-part=${name}]`).innerHTML
      return [
        find('[data-search-results] a').getAttribute('href'),
        readPart('kind'),
        readPart('title'),
        readPart('text'),
      ]
    }
    expect(readFirstResult()).toEqual(['/first', 'Blog', 'First of the blog', 'How a <mark>furnace</mark> works.'])
    await searchFor('calendar')
    expect(readFirstResult()).toEqual([
      '/documentation/calendar#the-calendar-of-the-office',
      'Docs',
      'Access',
      'Section: The <mark>calendar</mark> of the office',
    ])
    await searchFor('pricing')
    expect(readFirstResult()).toEqual(['/pricing', 'Page', '<mark>Pricing</mark>', 'Nothing of it.'])
    expect(find('[data-search-sample] a').getAttribute('href')).toBe('/search')
  })

  it('shows the query literally, including special characters', async () => {
    openDialog()
    typeText(`calls $& {count}`)
    await waitUntil(() => expect(readStatus()).toMatch(/^No page has “calls \$& \{count\}”\./u))
  })

  it('shows a loading state before the first results, and keeps results until the next ones arrive', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    respond = () => promise
    openDialog()
    expect(readState()).toBe('idle')
    typeText('fur')
    expect(readState()).toBe('loading')
    typeText('furnace')
    resolve(Response.json(FILE))
    await waitUntil(() => expect(readState()).toBe('found'))
    expect(readStatus()).toBe('One page for “furnace”.')
    typeText('calls')
    expect(readState()).toBe('found')
  })

  it('shows results only for the latest query', async () => {
    openDialog()
    await searchFor('furnace')
    const statuses: (string | null)[] = []
    const observer = new MutationObserver(() => statuses.push(readStatus()))
    observer.observe(find('[data-search-status]'), { childList: true })
    for (const text of ['c', 'ca', 'calendar']) typeText(text)
    await waitUntil(() => expect(statuses).toEqual(['One page for “calendar”.']))
    observer.disconnect()
  })

  it('updates results after the browser has painted the typed text', async () => {
    openDialog()
    await searchFor('furnace')
    const frames: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback))
    typeText('calendar')
    await waitUntil(() => expect(frames).toHaveLength(1))
    expect(readStatus()).toBe('One page for “furnace”.')
    frames[0]?.()
    await waitUntil(() => expect(readStatus()).toBe('One page for “calendar”.'))
  })

  it('treats a query without words as empty', async () => {
    openDialog()
    typeText(' … !')
    await waitUntil(() => expect(readResults()).toHaveLength(6))
    expect(readState()).toBe('idle')
  })

  it.each([
    ['cannot be loaded', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['returns 503', async () => Response.json(FILE, { status: 503 })],
  ])('reports if the index %s and retries on the next input', async (_, fails) => {
    respond = fails
    openDialog()
    await waitUntil(() => expect(readState()).toBe('failed'))
    respond = async () => Response.json(FILE)
    await searchFor('furnace')
    expect(requests).toHaveLength(2)
  })

  it('ignores input in other fields', async () => {
    respond = async () => Promise.reject(new TypeError('Failed to fetch'))
    openDialog()
    await waitUntil(() => expect(readState()).toBe('failed'))
    find('#another').dispatchEvent(new Event('input', { bubbles: true }))
    expect(requests).toHaveLength(1)
  })
})

describe('search keyboard navigation', () => {
  const listResultLinks = () => [...document.querySelectorAll<HTMLElement>('[data-search-results] a')]
  beforeEach(async () => {
    openDialog()
    await searchFor('calls')
    findField().focus()
  })

  it('moves with arrow keys between the field and results without scrolling', () => {
    expect(pressKey('ArrowUp')).toBe(false)
    expect(document.activeElement).toBe(findField())
    expect(pressKey('ArrowDown')).toBe(false)
    expect(document.activeElement).toBe(listResultLinks()[0])
    pressKey('ArrowDown')
    expect(document.activeElement).toBe(listResultLinks()[1])
    pressKey('ArrowUp')
    pressKey('ArrowUp')
    expect(document.activeElement).toBe(findField())
    listResultLinks().at(-1)?.focus()
    pressKey('ArrowDown')
    expect(document.activeElement).toBe(listResultLinks().at(-1))
  })

  it.each([
    ['a letter', 'a', {}, true],
    ['Backspace', 'Backspace', {}, true],
    ['a named key', 'Enter', {}, false],
    ['a key with Ctrl', 'c', { ctrlKey: true }, false],
    ['a key with Command', 'c', { metaKey: true }, false],
    ['a key with Alt', 'c', { altKey: true }, false],
  ])('moves focus from a result to the field only for text input: %s', (_, key, more, movesFocus) => {
    listResultLinks()[1]?.focus()
    expect(pressKey(key, more), 'the default action is not prevented').toBe(true)
    expect(document.activeElement).toBe(movesFocus ? findField() : listResultLinks()[1])
  })

  it('ignores IME composition and keys outside the search', () => {
    pressKey('ArrowDown', { isComposing: true })
    expect(document.activeElement).toBe(findField())
    find('#another').focus()
    for (const key of ['ArrowDown', 'a']) expect(pressKey(key)).toBe(true)
    expect(document.activeElement).toBe(find('#another'))
  })
})

describe('click in the search', () => {
  const click = (selector: string) => find(selector).click()
  beforeEach(async () => {
    openDialog()
    await searchFor('furnace')
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
    buildEntry('/pricing', 'Pricing', { words: 'calendar access' }),
    buildEntry('/a', 'A page', { words: 'access' }),
    buildEntry('/blog/calendar-access', 'Calendar access'),
    buildEntry('/b', 'Access to the calendar'),
    buildEntry('/c', 'The calendar, and access'),
    buildEntry('/d', 'Access by calendar'),
  ]
  beforeEach(() => {
    respond = async () => Response.json({ words: {}, begin: [], entries: ENTRIES })
  })
  async function visitPage(path: string, html = '<div data-none-near><ul></ul></div>'): Promise<void> {
    document.body.innerHTML = html
    history.replaceState(null, '', path)
    await startNearPages(createIndexLoader())
  }
  const listLinks = () => [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
  const isEmpty = () => find('div').hasAttribute('data-none-near')

  it('list up to three pages whose titles match the last path segment', async () => {
    await visitPage('/blog/2026/calender-acces')
    expect(requests).toEqual([['/search/index.json', { cache: 'no-cache' }]])
    expect(listLinks()).toHaveLength(3)
    expect(listLinks()).toContain('/blog/calendar-access')
    expect(listLinks()).not.toContain('/pricing')
    expect(find('a').textContent).toMatch(/calendar/i)
    expect(isEmpty()).toBe(false)
  })

  it.each([
    ['/prici%C3%A9.html', 'the closest pages if no page has all words', ['/pricing']],
    ['/old/Pricing/', 'the words of the path', ['/pricing']],
  ])('for %s use %s', async (path, _, expected) => {
    await visitPage(path)
    expect(listLinks()).toEqual(expected)
  })

  it('stay hidden if no title matches or the index fails to load', async () => {
    await visitPage('/zzqqxx')
    expect([requests.length, listLinks(), isEmpty()]).toEqual([1, [], true])
    respond = async () => Promise.reject(new TypeError('Failed to fetch'))
    await visitPage('/pricing-2')
    expect([requests.length, listLinks(), isEmpty()]).toEqual([2, [], true])
  })

  it('do not fetch the index on other pages, or if the path has no words', async () => {
    await visitPage('/%20/--')
    await visitPage('/pricing', '')
    expect(requests).toEqual([])
  })
})
