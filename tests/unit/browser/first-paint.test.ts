// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { markSession } from '../../../browser/account-link.ts'
import { hideDismissedAnnouncement } from '../../../browser/announcement.ts'
import { applyStoredTheme } from '../../../browser/theme.ts'
import { fakeMedia, forbidStorage } from './fake-browser.ts'

const root = document.documentElement
const media = fakeMedia()
beforeEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
})

describe('first paint', () => {
  const isSignedIn = (cookie: string) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie)
    markSession()
    return root.hasAttribute('data-signed-in')
  }

  it.each([
    '__client_uat=1767312000',
    'a=b; __client_uat=1',
    '__client_uat_Xy-z1=1767312000',
    '__client_uat=0; __client_uat_Xy-z1=5; c=d',
  ])('marks a visitor with cookie %s as signed in', (cookie) => expect(isSignedIn(cookie)).toBe(true))

  it.each([
    '',
    '__client_uat=0',
    '__client_uat=',
    '__client_uat=x',
    '__client_uats=5',
    'x__client_uat=5',
    'x=__client_uat=5',
  ])('does not mark a visitor with cookie %j as signed in', (cookie) => expect(isSignedIn(cookie)).toBe(false))

  it('checks the session again when the page is restored', () => {
    expect(isSignedIn('__client_uat=1')).toBe(true)
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    dispatchEvent(new Event('pageshow'))
    expect(root.hasAttribute('data-signed-in')).toBe(false)
  })

  const isHidden = (dismissedId: string | null, id: string | null) => {
    if (dismissedId) localStorage.setItem('announcement', dismissedId)
    hideDismissedAnnouncement(id)
    return root.getAttribute('data-announcement') === 'dismissed'
  }

  it.each([
    ['a', 'a', true],
    ['a', 'b', false],
    [null, 'b', false],
    ['a', null, false],
    [null, null, false],
  ])('with %j dismissed, announcement %j is hidden: %s', (dismissed, id, hidden) => {
    expect(isHidden(dismissed, id)).toBe(hidden)
  })

  const getAppliedTheme = (stored: string | null, systemIsDark = false) => {
    if (stored) localStorage.setItem('theme', stored)
    media.set('(prefers-color-scheme: dark)', systemIsDark)
    applyStoredTheme()
    expect(root.style.colorScheme).toBe(root.dataset.theme)
    return root.dataset.theme
  }

  it.each([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['system', true, 'dark'],
    ['system', false, 'light'],
    [null, false, 'dark'],
    ['"><script>', false, 'dark'],
  ])('with stored theme %j and dark system %s, shows the %s theme', (stored, systemIsDark, theme) => {
    expect(getAppliedTheme(stored, systemIsDark)).toBe(theme)
  })

  it('works when storage is blocked', () => {
    forbidStorage()
    expect(isHidden(null, 'a')).toBe(false)
    expect(getAppliedTheme(null)).toBe('dark')
  })
})
