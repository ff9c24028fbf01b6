import {
  API_ROOT,
  AUTHOR_ROOT,
  BLOG_ROOT,
  CATEGORY_ROOT,
  CITY_ROOT,
  DOCUMENTATION_ROOT,
  PRESS_ROOT,
} from '../../lib/routes.ts'

/** Below which path the documents of a type live, each at its slug. Pages and legal pages have a path of their own. */
export const slugRoots = {
  city: CITY_ROOT,
  post: BLOG_ROOT,
  author: AUTHOR_ROOT,
  category: CATEGORY_ROOT,
  pressItem: PRESS_ROOT,
  docPage: DOCUMENTATION_ROOT,
} as const

/** Lists that fill themselves: addresses without a document of their own. */
export const listRoots = {
  blog: BLOG_ROOT,
  press: PRESS_ROOT,
  documentation: DOCUMENTATION_ROOT,
  api: API_ROOT,
} as const

export type SluggedType = keyof typeof slugRoots

/** Types of which every document has a page of its own. */
export type RoutedType = 'page' | 'legalPage' | SluggedType

/** Public path of a document of a type, given its path or its slug. */
export const documentPath = (type: RoutedType, key: string) =>
  type === 'page' || type === 'legalPage' ? key : `${slugRoots[type]}/${key}`

/** The document that lives at a path by its slug: `/blog/author/jo` is the author `jo`. Undefined for other paths. */
export function documentAt(path: string): { type: SluggedType; slug: string } | undefined {
  const end = path.lastIndexOf('/')
  const slug = path.slice(end + 1)
  const type = (Object.keys(slugRoots) as SluggedType[]).find(
    (candidate) => slugRoots[candidate] === path.slice(0, end),
  )
  return type && slug ? { type, slug } : undefined
}
