import { type ClientPerspective, validateApiPerspective } from '@sanity/client'

/** The perspective chosen in the Studio; the preview route sets it too. */
export const PERSPECTIVE_COOKIE = 'sanity-preview-perspective'

const DEFAULT: ClientPerspective = 'drafts'

const NAME = /^[a-z0-9][\w-]{0,63}$/i

/** Undefined if invalid, and for `raw`, which returns a document several times. */
export function parsePerspective(text: string): ClientPerspective | undefined {
  const names = text.split(',')
  if (names.includes('raw') || !names.every((name) => NAME.test(name))) return undefined
  const perspective: unknown = names.length > 1 ? names : text
  validateApiPerspective(perspective)
  return perspective
}

export const perspectiveOf = (cookie: string | undefined): ClientPerspective =>
  (cookie && parsePerspective(cookie)) || DEFAULT
