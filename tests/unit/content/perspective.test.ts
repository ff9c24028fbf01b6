import { perspectiveCookieName } from '@sanity/preview-url-secret/constants'
import { expect, it } from 'vitest'
import { PERSPECTIVE_COOKIE, parsePerspective, perspectiveOf } from '../../../sanity/lake/perspective.ts'

it('is kept where the route that starts a preview keeps it', () => {
  // Assumption: `defineEnableDraftMode` of next-sanity sets the cookie with the name that this package has.
  expect(PERSPECTIVE_COOKIE).toBe(perspectiveCookieName)
})

it.each([
  ['drafts', 'drafts'],
  ['published', 'published'],
  ['rABC123', ['rABC123']],
  ['rABC123,drafts', ['rABC123', 'drafts']],
])('%j is one', (text, expected) => expect([parsePerspective(text)].flat()).toEqual([expected].flat()))

it.each(['', 'raw', 'a b', 'raw,drafts', '"', ','])('%j is none, and a preview shows drafts', (text) => {
  expect(parsePerspective(text)).toBeUndefined()
  expect(perspectiveOf(text)).toBe('drafts')
})

it('is that of drafts without a cookie', () => {
  expect(perspectiveOf(undefined)).toBe('drafts')
  expect(perspectiveOf('published')).toBe('published')
})
