import {
  CATCH_ALL_PREFIX,
  LEGACY_SEARCH_PATH,
  HOME_PATH,
  isBelow,
  isContentPath,
  isSlug,
  joinPath,
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

type NamesWithMark<Registry, Name extends keyof Registry, Mark> = {
  [Each in Name]: Registry[Each] extends Mark ? Each : never
}[Name]

type PagedList = NamesWithMark<typeof lists, ListName, { isPaged: true }>
type PagedType = NamesWithMark<typeof contentTypes, SlugType, { listsPosts: true }>

/**
 * Route of a cached public page. Page numbers start at 1.
 * `kind` is a list or document type from the registry, or `content` for documents with a path.
 */
export type PageRoute = { path: string } & (
  | { kind: 'content' | 'nothing' | Exclude<ListName, PagedList> }
  | { kind: PagedList; page: number }
  | { kind: PagedType; slug: string; page: number }
  | { kind: Exclude<SlugType, PagedType>; slug: string }
)

export type RouteOf<Kind extends PageRoute['kind']> = PageRoute & { kind: Kind }

/** Path of a paginated list's later pages. The path of page 1 contains no number. */
const PAGINATED_PATH_PATTERN = /^(?<first>.+)\/page\/(?<number>(?!1$)[1-9]\d{0,3})$/

function findEntry(path: string) {
  const list = listAt(path)
  if (list) return { kind: list, isPaged: 'isPaged' in lists[list] }
  const document = documentAt(path)
  if (!document || !isSlug(document.slug)) return undefined
  const { type, slug } = document
  return { kind: type, slug, isPaged: 'listsPosts' in contentTypes[type] }
}

/** Returns whether editors may assign a path. Paths of lists, below lists and of slug types are reserved. */
const isAssignable = (path: string) =>
  isContentPath(path) && !documentAt(path) && !listPaths.some((list) => isBelow(list, path))

/**
 * Parses a path into a route. Returns `nothing` if no document can have the path, which saves a query.
 * @param segments decoded path segments
 */
export function parseRoute(segments: string[] = []): PageRoute {
  const path = joinPath(segments[0] === CATCH_ALL_PREFIX.slice(1) ? segments.slice(1) : segments)
  const { first = path, number } = PAGINATED_PATH_PATTERN.exec(path)?.groups ?? {}
  const entry = findEntry(first)
  if (entry && (entry.isPaged || number === undefined)) {
    const { isPaged, ...route } = entry
    return { ...route, path, ...(isPaged && { page: Number(number ?? 1) }) } as PageRoute
  }
  return { kind: isAssignable(path) ? 'content' : 'nothing', path }
}

const isReservedPath = (path: string) => path === LEGACY_SEARCH_PATH || RESERVED_SEGMENTS.has(path.split('/')[1] ?? '')

/**
 * Returns whether the router resolves a document's path to that document. Imported documents may have invalid paths.
 * @param key slug or path
 */
export function isOpenPage(type: RoutedType, key: string): boolean {
  const path = documentPath(type, key)
  if (isReservedPath(path)) return false
  const route = parseRoute(path === HOME_PATH ? [] : path.split('/').slice(1))
  if (route.path !== path || ('page' in route && route.page > 1)) return false
  return 'slug' in route ? route.kind === type && route.slug === key : route.kind === 'content' && path === key
}

export function isOpenPath(path: string): boolean {
  const document = documentAt(path)
  if (document) return isOpenPage(document.type, document.slug)
  return listAt(path) !== undefined || isOpenPage('page', path)
}
