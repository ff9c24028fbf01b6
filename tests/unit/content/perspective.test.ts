import { perspectiveCookieName } from '@sanity/preview-url-secret/constants'
import { expect, it } from 'vitest'
import { PERSPECTIVE_COOKIE, parsePerspective, parsePerspectiveCookie } from '../../../sanity/lake/perspective.ts'

it('the perspective cookie has the name that next-sanity uses', () => {
  // Assumption: `defineEnableDraftMode` of next-sanity sets the cookie name that this package exports.
  expect(PERSPECTIVE_COOKIE).toBe(perspectiveCookieName)
})

it.each([
  ['drafts', 'drafts'],
  ['published', 'published'],
  ['rABC123', ['rABC123']],
  ['rABC123,drafts', ['rABC123', 'drafts']],
])('%j is a valid perspective', (text, expected) => expect([parsePerspective(text)].flat()).toEqual([expected].flat()))

it.each(['', 'raw', 'a b', 'raw,drafts', '"', ','])('%j is an invalid perspective and falls back to drafts', (text) => {
  expect(parsePerspective(text)).toBeUndefined()
  expect(parsePerspectiveCookie(text)).toBe('drafts')
})

it('the perspective defaults to drafts if there is no cookie', () => {
  expect(parsePerspectiveCookie(undefined)).toBe('drafts')
  expect(parsePerspectiveCookie('published')).toBe('published')
})
