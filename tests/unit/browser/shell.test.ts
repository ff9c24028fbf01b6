// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAccountLinks } from '../../../browser/account-link.ts'
import { startAnnouncement } from '../../../browser/announcement.ts'
import { startHeader } from '../../../browser/header.ts'
import { startTheme } from '../../../browser/theme.ts'
import { fakeMedia, find, forbidStorage } from './fake-browser.ts'

const root = document.documentElement
const media = fakeMedia()

beforeAll(() => {
  startHeader()
  startAccountLinks()
  startTheme()
  startAnnouncement()
})

beforeEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
})

describe('the header', () => {
  const isSolidAt = (y: number, event: string) => {
    vi.stubGlobal('scrollY', y)
    dispatchEvent(new Event(event))
    return root.hasAttribute('data-scrolled')
  }

  it('is solid beyond 10 px, and no longer when the page is at its top again', () => {
    expect(isSolidAt(10, 'scroll')).toBe(false)
    expect(isSolidAt(11, 'scroll')).toBe(true)
    expect(isSolidAt(0, 'scroll')).toBe(false)
  })

  it('is right on a page that a browser kept and shows again', () => {
    expect(isSolidAt(500, 'pageshow')).toBe(true)
  })
})

describe('the links to the account', () => {
  it('follow the session, and no other link does', () => {
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

describe('the theme', () => {
  const choices = () =>
    [...document.querySelectorAll<HTMLInputElement>('input')].flatMap(({ checked, value }) => (checked ? [value] : []))
  const choose = (value: string) => find<HTMLInputElement>(`input[value="${value}"]`).click()

  beforeEach(() => {
    document.body.innerHTML = ['light', 'dark', 'system']
      .map((value) => `<input type="radio" name="theme" data-theme-choice value="${value}">`)
      .join('')
  })

  it('is shown, stored and told to next-themes when it is chosen', () => {
    const heard = vi.fn<(event: StorageEvent) => void>()
    addEventListener('storage', heard, { once: true })
    choose('light')
    expect([root.dataset.theme, root.style.colorScheme, localStorage.getItem('theme')]).toEqual([
      'light',
      'light',
      'light',
    ])
    expect(heard.mock.calls[0]?.[0]).toMatchObject({ key: 'theme', newValue: 'light' })
    expect(choices()).toEqual(['light'])
  })

  it('is taken over when it was chosen before the script ran', () => {
    const chosenAfter = (type: string) => {
      localStorage.setItem('theme', 'dark')
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
      find<HTMLInputElement>('input[value="light"]').checked = true
      startTheme()
      return [root.dataset.theme, localStorage.getItem('theme'), ...choices()]
    }
    expect(chosenAfter('navigate')).toEqual(['light', 'light', 'light'])
    expect(chosenAfter('back_forward'), 'a browser has restored it').toEqual(['dark', 'dark', 'dark'])
  })

  it('holds for the page where the browser stores nothing', () => {
    forbidStorage()
    choose('light')
    expect(root.dataset.theme).toBe('light')
    expect(choices()).toEqual(['light'])
  })

  it('follows a choice in another tab, and the default when that is taken back or is none', () => {
    const hear = (newValue: string | null, key = 'theme') =>
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    hear('light')
    expect([root.dataset.theme, choices()]).toEqual(['light', ['light']])
    hear('dark', 'another key')
    expect(root.dataset.theme).toBe('light')
    hear(null)
    expect([root.dataset.theme, choices()]).toEqual(['dark', ['dark']])
    hear('light')
    hear('"><script>')
    expect(root.dataset.theme).toBe('dark')
  })

  it('follows the system only while that is what a visitor wants', () => {
    const query = '(prefers-color-scheme: dark)'
    media.set(query, false)
    choose('system')
    expect(root.dataset.theme).toBe('light')
    media.set(query, true)
    expect(root.dataset.theme).toBe('dark')
    choose('light')
    media.set(query, false)
    media.set(query, true)
    expect(root.dataset.theme).toBe('light')
  })
})

describe('the announcement', () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<aside><a href="#x">Read on</a><button data-dismiss="a1"><svg><path/></svg></button></aside>'
  })

  it('is dismissed for good by its button', () => {
    find('a').click()
    expect(root.hasAttribute('data-announcement')).toBe(false)
    find('path').dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect([root.dataset.announcement, localStorage.getItem('announcement')]).toEqual(['dismissed', 'a1'])
  })

  it('is dismissed on this page where the browser stores nothing', () => {
    forbidStorage()
    find('button').click()
    expect(root.dataset.announcement).toBe('dismissed')
  })
})
