import { type ClientPerspective, validateApiPerspective } from '@sanity/client'

/** Cookie with the perspective chosen in the Studio. The preview route also sets it. */
export const PERSPECTIVE_COOKIE = 'sanity-preview-perspective'

const DEFAULT_PERSPECTIVE: ClientPerspective = 'drafts'

const NAME_PATTERN = /^[a-z0-9][\w-]{0,63}$/i

/** Parses a perspective. Returns undefined if it is invalid or `raw`, which returns several versions per document. */
export function parsePerspective(text: string): ClientPerspective | undefined {
  const names = text.split(',')
  if (names.includes('raw') || !names.every((name) => NAME_PATTERN.test(name))) return undefined
  const perspective: unknown = names.length > 1 ? names : text
  validateApiPerspective(perspective)
  return perspective
}

export const parsePerspectiveCookie = (cookie: string | undefined): ClientPerspective =>
  (cookie && parsePerspective(cookie)) || DEFAULT_PERSPECTIVE
