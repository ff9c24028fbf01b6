import {
  ELSEWHERE,
  FORMER_SEARCH_PATH,
  HOME_PATH,
  isBelow,
  isContentPath,
  isSlug,
  pathOf,
  RESERVED_SEGMENTS,
} from '../lib/routes.ts'
import {
  contentTypes,
  documentAt,
  documentPath,
  listAt,
  type ListName,
  listPaths,
  lists,
  type RoutedType,
  type SlugType,
} from './content-types.ts'

type Marked<Registry, Name extends keyof Registry, Mark> = {
  [Each in Name]: Registry[Each] extends Mark ? Each : never
}[Name]

/** Lists, and types whose documents list posts, that have further pages. */
type PagedList = Marked<typeof lists, ListName, { isPaged: true }>
type PagedType = Marked<typeof contentTypes, SlugType, { listsPosts: true }>

/**
 * A stored page of the public site: what its path asks for. Lists and documents have the kind that their name in the
 * registry is, documents at a path of their own `content`. Pages of a list are counted from 1.
 */
export type PageRoute = { path: string } & (
  | { kind: 'content' | 'nothing' | Exclude<ListName, PagedList> }
  | { kind: PagedList; page: number }
  | { kind: PagedType; slug: string; page: number }
  | { kind: Exclude<SlugType, PagedType>; slug: string }
)

/** The route of one kind, for example `RouteOf<'post'>`. */
export type RouteOf<Kind extends PageRoute['kind']> = PageRoute & { kind: Kind }

/** Pages from 2, written in one way only: the first has no number. */
const FURTHER_PAGE = /^(?<first>.+)\/page\/(?<number>(?!1$)[1-9]\d{0,3})$/

/** The list, or the document with a slug, at a path. */
function entryAt(path: string) {
  const list = listAt(path)
  if (list) return { kind: list, isPaged: 'isPaged' in lists[list] }
  const document = documentAt(path)
  if (!document || !isSlug(document.slug)) return undefined
  const { type, slug } = document
  return { kind: type, slug, isPaged: 'listsPosts' in contentTypes[type] }
}

/** Whether an editor can give a path to a page: it is not that of a list or of a document with a slug, nor below a list. */
const isFree = (path: string) =>
  isContentPath(path) && !documentAt(path) && !listPaths.some((list) => isBelow(list, path))

/**
 * What a path asks for; `nothing` when no document could ever have it, so that it costs no request to the Content Lake.
 * @param segments decoded segments of the path
 */
export function routeAt(segments: string[] = []): PageRoute {
  const path = pathOf(segments[0] === ELSEWHERE.slice(1) ? segments.slice(1) : segments)
  const { first = path, number } = FURTHER_PAGE.exec(path)?.groups ?? {}
  const entry = entryAt(first)
  if (entry && (entry.isPaged || number === undefined)) {
    const { isPaged, ...route } = entry
    return { ...route, path, ...(isPaged && { page: Number(number ?? 1) }) } as PageRoute
  }
  return { kind: isFree(path) ? 'content' : 'nothing', path }
}

/** Paths that something else answers, which no document can have. */
const isAnsweredElsewhere = (path: string) =>
  path === FORMER_SEARCH_PATH || RESERVED_SEGMENTS.has(path.split('/')[1] ?? '')

/**
 * Whether the page of a document opens: the router resolves its path to it. Slugs and paths of other systems may lead
 * nowhere, or to something else.
 * @param key its slug, or its path
 */
export function isOpenPage(type: RoutedType, key: string): boolean {
  const path = documentPath(type, key)
  if (isAnsweredElsewhere(path)) return false
  const route = routeAt(path === HOME_PATH ? [] : path.split('/').slice(1))
  if (route.path !== path || ('page' in route && route.page > 1)) return false
  return 'slug' in route ? route.kind === type && route.slug === key : route.kind === 'content' && path === key
}

/** Whether a document's page opens at a path. */
export function isOpenPath(path: string): boolean {
  const document = documentAt(path)
  if (document) return isOpenPage(document.type, document.slug)
  return listAt(path) !== undefined || isOpenPage('page', path)
}
