/** A page of the list, and its number from 1. */
type ListRoute = { view: 'list'; page: number }
type GroupRoute = { view: 'category' | 'author'; slug: string; page: number }
type EntryRoute = { view: 'entry'; slug: string }

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** As the schema has it. */
const MAX_SLUG_LENGTH = 80

/** Pages from 2, written in one way only: the first has no number. */
const PAGE_NUMBER = /^(?!1$)[1-9]\d{0,3}$/

const isSlug = (text: string | undefined): text is string =>
  text !== undefined && text.length <= MAX_SLUG_LENGTH && SLUG.test(text)

/** `[]` is page 1 and `['page', '2']` page 2. */
function pageIn(segments: string[]): number | undefined {
  if (segments.length === 0) return 1
  const [word, number = ''] = segments
  return segments.length === 2 && word === 'page' && PAGE_NUMBER.test(number) ? Number(number) : undefined
}

/**
 * What a path below the root of a list asks for, so that nonsense costs no request to the Content Lake.
 * @param segments decoded route segments below the root
 * @returns undefined when nothing could ever have this path
 */
export function listRoute(segments: string[] = []): ListRoute | EntryRoute | undefined {
  const page = pageIn(segments)
  if (page) return { view: 'list', page }
  const [slug] = segments
  return segments.length === 1 && isSlug(slug) ? { view: 'entry', slug } : undefined
}

/** As {@link listRoute}, with the lists of a category and of an author. */
export function blogRoute(segments: string[] = []): ListRoute | GroupRoute | EntryRoute | undefined {
  const [view, slug, ...rest] = segments
  if (view !== 'category' && view !== 'author') return listRoute(segments)
  const page = pageIn(rest)
  return isSlug(slug) && page ? { view, slug, page } : undefined
}
