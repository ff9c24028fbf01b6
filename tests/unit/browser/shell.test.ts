// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAccountLinks } from '../../../browser/account-link.ts'
import { startAnnouncement } from '../../../browser/announcement.ts'
import { startHeader } from '../../../browser/header.ts'
import { startSearchButton } from '../../../browser/search-button.ts'
import { startTheme } from '../../../browser/theme.ts'
import { startTyping } from '../../../browser/typing.ts'
import { waitForPaint } from '../../../browser/page-timing.ts'
import { fakeMedia, find, forbidStorage } from './fake-browser.ts'

const root = document.documentElement
const media = fakeMedia()

beforeAll(() => {
  startHeader()
  startAccountLinks()
  startTheme()
  startAnnouncement()
  startTyping()
  startSearchButton()
})

beforeEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
})

describe('header', () => {
  const isSolidAt = (y: number, event: string) => {
    vi.stubGlobal('scrollY', y)
    dispatchEvent(new Event(event))
    return root.hasAttribute('data-scrolled')
  }

  it('is solid after more than 10 px of scrolling, and transparent again at the top', () => {
    expect(isSolidAt(10, 'scroll')).toBe(false)
    expect(isSolidAt(11, 'scroll')).toBe(true)
    expect(isSolidAt(0, 'scroll')).toBe(false)
  })

  it('updates when the page is restored from the back/forward cache', () =>
    expect(isSolidAt(500, 'pageshow')).toBe(true))
})

describe('account links', () => {
  it('follow the session, while other links stay unchanged', () => {
    document.body.innerHTML = '<a data-account href="/sign-in"></a><a id="other" href="/pricing"></a>'
    root.setAttribute('data-signed-in', '')
    dispatchEvent(new Event('pageshow'))
    expect(find('[data-account]').getAttribute('href')).toBe('/dashboard')
    root.removeAttribute('data-signed-in')
    dispatchEvent(new Event('pageshow'))
    expect(find('[data-account]').getAttribute('href')).toBe('/sign-in')
    expect(find('#other').getAttribute('href')).toBe('/pricing')
  })
})

describe('theme', () => {
  const listChoices = () =>
    [...document.querySelectorAll<HTMLInputElement>('input')].flatMap(({ checked, value }) => (checked ? [value] : []))
  const selectTheme = (value: string) => find<HTMLInputElement>(`input[value="${value}"]`).click()
  const chooseTheme = async (value: string) => {
    selectTheme(value)
    await waitForPaint()
  }

  beforeEach(() => {
    document.body.innerHTML = ['light', 'dark', 'system']
      .map((value) => `<input type="radio" name="theme" data-theme-choice value="${value}">`)
      .join('')
  })

  it('is applied, stored and announced by a storage event when chosen', async () => {
    const onStorage = vi.fn<(event: StorageEvent) => void>()
    addEventListener('storage', onStorage, { once: true })
    await chooseTheme('light')
    const { dataset, style } = root
    expect([dataset.theme, style.colorScheme, localStorage.getItem('theme')]).toEqual(['light', 'light', 'light'])
    expect(onStorage.mock.calls[0]?.[0]).toMatchObject({ key: 'theme', newValue: 'light' })
    expect(listChoices()).toEqual(['light'])
  })

  it('changes after the pressed button is painted', async () => {
    selectTheme('light')
    expect([root.dataset.theme, localStorage.getItem('theme'), ...listChoices()]).toEqual([undefined, 'light', 'light'])
    await waitForPaint()
    expect(root.dataset.theme).toBe('light')
  })

  it('applies a choice that was made before the script ran', () => {
    const getThemeAfter = (type: string) => {
      localStorage.setItem('theme', 'dark')
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
      find<HTMLInputElement>('input[value="light"]').checked = true
      startTheme()
      return [root.dataset.theme, localStorage.getItem('theme'), ...listChoices()]
    }
    expect(getThemeAfter('navigate')).toEqual(['light', 'light', 'light'])
    expect(getThemeAfter('back_forward'), 'restored by the browser').toEqual(['dark', 'dark', 'dark'])
  })

  it('applies to the current page if storage is blocked', async () => {
    forbidStorage()
    await chooseTheme('light')
    expect(root.dataset.theme).toBe('light')
    expect(listChoices()).toEqual(['light'])
  })

  it('follows other tabs and falls back to the default on removal or an invalid value', () => {
    const dispatchStorage = (newValue: string | null, key = 'theme') =>
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    dispatchStorage('light')
    expect([root.dataset.theme, listChoices()]).toEqual(['light', ['light']])
    dispatchStorage('dark', 'another key')
    expect(root.dataset.theme).toBe('light')
    dispatchStorage(null)
    expect([root.dataset.theme, listChoices()]).toEqual(['dark', ['dark']])
    dispatchStorage('light')
    dispatchStorage('"><script>')
    expect(root.dataset.theme).toBe('dark')
  })

  it('follows the system only if the visitor chose the system theme', async () => {
    const query = '(prefers-color-scheme: dark)'
    media.set(query, false)
    await chooseTheme('system')
    expect(root.dataset.theme).toBe('light')
    media.set(query, true)
    expect(root.dataset.theme).toBe('dark')
    await chooseTheme('light')
    media.set(query, false)
    media.set(query, true)
    expect(root.dataset.theme).toBe('light')
  })
})

describe('typing state', () => {
  const isTyping = () => root.hasAttribute('data-typing')

  it('is set on the root element only while a text field has focus', () => {
    document.body.innerHTML = '<input id="name"><textarea></textarea><input type="checkbox"><a href="#x">Link</a>'
    find('#name').focus()
    expect(isTyping()).toBe(true)
    find('textarea').focus()
    expect(isTyping()).toBe(true)
    find('[type=checkbox]').focus()
    expect(isTyping()).toBe(false)
    find('textarea').focus()
    find('a').focus()
    expect(isTyping()).toBe(false)
    find('#name').focus()
    root.removeAttribute('data-typing')
    startTyping()
    expect(isTyping()).toBe(true)
    find('#name').blur()
    expect(isTyping()).toBe(false)
  })
})

describe('offscreen sections', () => {
  const listFarIds = () => [...document.querySelectorAll('[data-far]')].map(({ id }) => id)

  it('are hidden while the search is open and restored one by one', async () => {
    document.body.innerHTML = `<a data-search href="/search"></a><dialog id="site-search"></dialog>
      <main><section id="above"></section><section id="seen"><section id="card"></section></section>
      <section id="near"></section><section id="below"></section></main><footer id="end"></footer>`
    const tops = { above: -2000, seen: 0, card: 5000, near: 2 * innerHeight, below: 2 * innerHeight + 1, end: 5000 }
    for (const [id, top] of Object.entries(tops))
      find(`#${id}`).getBoundingClientRect = () => new DOMRect(0, top, 400, 1000)
    const dialog = find<HTMLDialogElement>('dialog')
    dialog.showModal = () => (dialog.open = true)
    find('a').click()
    expect(dialog.open).toBe(true)
    expect(root.hasAttribute('data-search-open')).toBe(true)
    expect(listFarIds()).toEqual(['above', 'below', 'end'])
    const snapshots: string[][] = []
    new MutationObserver(() => snapshots.push(listFarIds())).observe(find('main').parentElement!, {
      attributeFilter: ['data-far'],
      subtree: true,
    })
    dialog.open = false
    await Promise.resolve()
    expect(root.hasAttribute('data-search-open'), 'before the next frame').toBe(false)
    expect(listFarIds()).toEqual(['above', 'below', 'end'])
    await vi.waitFor(() => expect(listFarIds()).toEqual([]))
    expect(snapshots).toEqual([['below', 'end'], ['end'], []])
  })
})

describe('announcement', () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<aside><a href="#x">Read on</a><button data-dismiss="a1"><svg><path/></svg></button></aside>'
  })

  it('is dismissed permanently by its button', () => {
    find('a').click()
    expect(root.hasAttribute('data-announcement')).toBe(false)
    find('path').dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect([root.dataset.announcement, localStorage.getItem('announcement')]).toEqual(['dismissed', 'a1'])
  })

  it('is dismissed on the current page if storage is blocked', () => {
    forbidStorage()
    find('button').click()
    expect(root.dataset.announcement).toBe('dismissed')
  })
})
