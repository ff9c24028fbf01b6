import { type ClientPerspective, validateApiPerspective } from '@sanity/client'

/** Cookie with the perspective that an editor chose in the Studio; the route that starts a preview sets it, too. */
export const PERSPECTIVE_COOKIE = 'sanity-preview-perspective'

/** What a preview shows when nothing else was chosen. */
const DEFAULT: ClientPerspective = 'drafts'

/** A name of a release, `drafts` or `published`. */
const NAME = /^[a-z0-9][\w-]{0,63}$/i

/**
 * The perspective that a text names: one, or several of releases separated by commas.
 * @returns undefined for anything else, and for `raw`, which shows a document several times
 */
export function parsePerspective(text: string): ClientPerspective | undefined {
  const names = text.split(',')
  if (names.includes('raw') || !names.every((name) => NAME.test(name))) return undefined
  const perspective: unknown = names.length > 1 ? names : text
  validateApiPerspective(perspective)
  return perspective
}

/** The perspective of a preview, given its cookie. */
export const perspectiveOf = (cookie: string | undefined): ClientPerspective =>
  (cookie && parsePerspective(cookie)) || DEFAULT
