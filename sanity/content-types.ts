import {
  API_ROOT,
  AUTHOR_ROOT,
  BLOG_ROOT,
  CATEGORY_ROOT,
  CITY_ROOT,
  DOCUMENTATION_ROOT,
  FEED_PATH,
  HOME_PATH,
  INTEGRATION_ROOT,
  isBelow,
  PRESS_ROOT,
  TEST_CALLS_PATH,
} from '../lib/routes.ts'
import type { SearchKind } from '../lib/site/ui-copy.ts'

type Place = { title: string; href: string }

type Route = { at: 'path' } | { at: 'slug'; root: string } | { at: 'fixed'; path: string }

/** Metadata of a document type. The schema is in `sanity/schema/documents`. */
type AnyType = {
  /** Studio title of the type's list, or of its only document. */
  title: string
  /** Marks a type with a single document. The document's id equals the type name. */
  isSingleton?: true
  /** Lists that show all documents of the type. */
  lists?: Place[]
  /** Studio message for content that appears on every page. */
  everywhere?: string
  /** Studio text that names where editors can place the document. */
  placedIn?: string
  /** Sort order of the type's list in the Studio. */
  order?: 'dragged' | { field: string; direction?: 'desc' }
}

/** Search and share image settings of types with pages. */
type Described = {
  /** Search label (`lib/site/ui-copy.ts`). */
  kind: SearchKind
  /** GROQ for the name in search results. Default: the title. */
  name?: string
  /** GROQ for the description. Default: the summary. */
  summary?: string
  /** GROQ for the share image's headline. Default: the name. */
  headline?: string
  /** GROQ for the small line on the share image, which search also indexes. Default: the kind. */
  label?: string
  /**
   * Marks pages that list the posts referring to them. Search engines and search skip such a page if it has no posts.
   */
  listsPosts?: true
  order: NonNullable<AnyType['order']>
}

type ContentType = AnyType &
  (
    | ({ route: Extract<Route, { at: 'path' | 'slug' }> } & Described)
    | ({ route?: Extract<Route, { at: 'fixed' }> } & { [Member in keyof Omit<Described, 'order'>]?: never })
  )

/** Generated list page, such as the blog. */
export type List = Place & {
  /** Site settings field that contains the list's heading and SEO texts. */
  intro: string
  /** Note that the Studio shows at the intro field. */
  introNote?: string
  /** Document type of the list's entries. Absent if editors can only edit the introduction. */
  entries?: string
  document?: string
  /** Label in search and small line on the share image. */
  kind: SearchKind
  isPaged?: true
  feed?: string
}

/** Generated list pages. Settings fields, sitemap, share images, breadcrumbs and Studio previews derive from them. */
export const lists = {
  blog: {
    title: 'Blog',
    href: BLOG_ROOT,
    intro: 'blogIntro',
    entries: 'post',
    kind: 'post',
    isPaged: true,
    feed: FEED_PATH,
  },
  press: {
    title: 'Press',
    href: PRESS_ROOT,
    intro: 'pressIntro',
    introNote: `Search texts of ${PRESS_ROOT}. The page text is in the press kit.`,
    entries: 'pressItem',
    document: 'pressKit',
    kind: 'press',
    isPaged: true,
  },
  documentation: {
    title: 'Documentation',
    href: DOCUMENTATION_ROOT,
    intro: 'documentationIntro',
    entries: 'docPage',
    kind: 'documentation',
  },
  api: {
    title: 'API reference',
    href: API_ROOT,
    intro: 'apiIntro',
    kind: 'api',
  },
  integrations: {
    title: 'Integrations',
    href: INTEGRATION_ROOT,
    intro: 'integrationsIntro',
    entries: 'integration',
    kind: 'integration',
  },
  testCalls: {
    title: 'Test calls',
    href: TEST_CALLS_PATH,
    intro: 'testCallsIntro',
    kind: 'page',
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof lists

export const listEntries = Object.entries(lists) as [ListName, List][]

export const listPaths: string[] = listEntries.map(([, { href }]) => href)

export const listAt = (path: string): ListName | undefined => listEntries.find(([, { href }]) => href === path)?.[0]

export const feedPaths: string[] = listEntries.flatMap(([, { feed }]) => feed ?? [])

export const feedFor = (path: string): string | undefined =>
  listEntries.find(([, { href, feed }]) => feed && isBelow(href, path))?.[1].feed

const { blog, press, documentation, integrations } = lists
const home = { title: 'Home', href: HOME_PATH }
const cities = { title: 'All cities', href: CITY_ROOT }

const newest = { field: 'publishedAt', direction: 'desc' } as const

/**
 * Registry of all document types. `sanity/schema/index.ts` adds the schemas.
 * The registry defines routes, webhook, cache tags, link targets, sitemap, search, redirects and share images.
 * The Studio derives its lists and previews from it.
 */
export const contentTypes = {
  siteSettings: {
    title: 'Site settings',
    isSingleton: true,
    everywhere: 'Used on all pages: header, footer and trust section',
  },
  siteWords: {
    title: 'Labels',
    isSingleton: true,
    everywhere: 'Used on all pages: labels, buttons and short texts',
  },
  announcement: {
    title: 'Announcements',
    everywhere: 'Shown above the header on all pages while it is active',
    order: { field: 'start', direction: 'desc' },
  },
  page: {
    title: 'Pages',
    route: { at: 'path' },
    kind: 'page',
    summary: 'seo.description',
    headline: 'coalesce(blocks[0].heading, title)',
    order: { field: 'path' },
  },
  city: {
    title: 'Cities',
    route: { at: 'slug', root: CITY_ROOT },
    lists: [cities, home],
    kind: 'city',
    name: 'name + ", " + state',
    headline: 'headline',
    label: 'name + ", " + state',
    order: 'dragged',
  },
  post: {
    title: 'Posts',
    route: { at: 'slug', root: BLOG_ROOT },
    lists: [blog],
    kind: 'post',
    summary: 'excerpt',
    label: 'category->title',
    order: newest,
  },
  author: {
    title: 'Authors',
    route: { at: 'slug', root: AUTHOR_ROOT },
    kind: 'author',
    name: 'name',
    summary: 'bio',
    label: 'role',
    listsPosts: true,
    order: { field: 'name' },
  },
  category: {
    title: 'Categories',
    route: { at: 'slug', root: CATEGORY_ROOT },
    lists: [blog],
    kind: 'category',
    summary: 'description',
    listsPosts: true,
    order: { field: 'title' },
  },
  pressKit: { title: 'Press kit', isSingleton: true, route: { at: 'fixed', path: PRESS_ROOT } },
  pressItem: {
    title: 'Press items',
    route: { at: 'slug', root: PRESS_ROOT },
    lists: [press],
    kind: 'press',
    order: newest,
  },
  docSection: { title: 'Sections', lists: [documentation], order: 'dragged' },
  docPage: {
    title: 'All pages',
    route: { at: 'slug', root: DOCUMENTATION_ROOT },
    lists: [documentation],
    kind: 'documentation',
    label: 'section->title',
    order: { field: 'title' },
  },
  legalPage: {
    title: 'Legal pages',
    route: { at: 'path' },
    kind: 'legal',
    summary: 'seo.description',
    order: { field: 'path' },
  },
  pricingPlan: { title: 'Pricing plans', placedIn: 'a pricing block', order: 'dragged' },
  testimonial: { title: 'Testimonials', placedIn: 'a testimonials block', order: { field: 'company' } },
  faqItem: { title: 'FAQ', placedIn: 'a page, a city page or the trust section', order: 'dragged' },
  trustBadge: { title: 'Badges', everywhere: 'Used on all pages: trust section', order: 'dragged' },
  integration: {
    title: 'Integrations',
    route: { at: 'slug', root: INTEGRATION_ROOT },
    lists: [integrations],
    everywhere: 'Used on all pages: trust section',
    kind: 'integration',
    name: 'name',
    order: 'dragged',
  },
  redirect: { title: 'Redirects', order: { field: 'source' } },
} as const satisfies Record<string, ContentType>

type Registry = typeof contentTypes

export type TypeName = keyof Registry

type TypeAt<At extends Route['at']> = {
  [Name in TypeName]: Registry[Name] extends { route: { at: At } } ? Name : never
}[TypeName]

type PathType = TypeAt<'path'>
export type SlugType = TypeAt<'slug'>

export type RoutedType = PathType | SlugType

export const typeNames = Object.keys(contentTypes) as TypeName[]

/** Returns the registry entry of a type, or undefined for built-in types such as assets. */
export const contentType = (type: string): ContentType | undefined =>
  Object.hasOwn(contentTypes, type) ? contentTypes[type as TypeName] : undefined

export const typesWhere = (matches: (type: ContentType) => boolean): TypeName[] =>
  typeNames.filter((name) => matches(contentTypes[name]))

const typesAt = (...places: Route['at'][]) =>
  typesWhere(({ route }) => route !== undefined && places.includes(route.at))

export const pathTypes = typesAt('path') as PathType[]
export const slugTypes = typesAt('slug') as SlugType[]
export const routedTypes = typesAt('path', 'slug') as RoutedType[]

export const linkableTypes = typesAt('path', 'slug', 'fixed')

export const groqList = (types: readonly TypeName[]) => `[${types.map((type) => `"${type}"`).join(', ')}]`

/** Returns a GROQ expression for the path of a referenced document. */
export function groqAddress(reference: string): string {
  const cases = linkableTypes.flatMap((type) => {
    const route = contentType(type)?.route
    if (route?.at === 'slug')
      return [`${reference}->_type == "${type}" => "${route.root}/" + ${reference}->slug.current`]
    return route?.at === 'fixed' ? [`${reference}->_type == "${type}" => "${route.path}"`] : []
  })
  return `select(\n    ${[...cases, `${reference}->path`].join(',\n    ')}\n  )`
}

export const routedType = (type: RoutedType): Described => contentTypes[type]

export const slugRoot = (type: SlugType): string => contentTypes[type].route.root

const isSlugType = (type: string): type is SlugType => contentType(type)?.route?.at === 'slug'

export const documentPath = (type: RoutedType, key: string): string =>
  isSlugType(type) ? `${slugRoot(type)}/${key}` : key

/**
 * Parses a path into type and slug: `/blog/author/jo` is the author `jo`.
 * Returns undefined if no slug type matches.
 */
export function documentAt(path: string): { type: SlugType; slug: string } | undefined {
  const end = path.lastIndexOf('/')
  const slug = path.slice(end + 1)
  const type = slugTypes.find((candidate) => slugRoot(candidate) === path.slice(0, end))
  const isRoot = slugTypes.some((candidate) => slugRoot(candidate) === path)
  return type && slug && !isRoot ? { type, slug } : undefined
}

export const hasPublicPage = (type: string): boolean => contentType(type)?.route !== undefined

const slugText = (slug: unknown): string | undefined => {
  const current = typeof slug === 'object' && slug !== null && 'current' in slug ? slug.current : slug
  return typeof current === 'string' && current !== '' ? current : undefined
}

/**
 * Returns a document's public path. Returns undefined for types that have no pages and for drafts that have no path or
 * slug.
 */
export function publicPath({
  _type,
  path,
  slug,
}: {
  _type: string
  path?: unknown
  slug?: unknown
}): string | undefined {
  const route = contentType(_type)?.route
  if (route?.at === 'fixed') return route.path
  if (route?.at === 'path') return typeof path === 'string' && path.startsWith('/') ? path : undefined
  const current = slugText(slug)
  return route && current && `${route.root}/${current}`
}
