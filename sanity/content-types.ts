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
import type { SearchKind } from '../lib/words.ts'

/** A page of the site that shows documents, as editors call it. */
type Place = { title: string; href: string }

/** Where a document has a page of its own. */
type Route =
  /** At the path that its editor chose. */
  | { at: 'path' }
  /** Below a root, at its slug. */
  | { at: 'slug'; root: string }
  /** At an address that is always the same. */
  | { at: 'fixed'; path: string }

/** What the site and the Studio need to know of a type of documents, beside its schema (`sanity/schema/documents`). */
type AnyType = {
  /** Name of the list of its documents in the Studio, or of its only document. */
  title: string
  /** Exactly one document, whose id is the type's name. */
  isSingleton?: true
  /** Lists of the site that show each document without being told. */
  lists?: Place[]
  /** For content that every page shows, what the Studio says of it. */
  everywhere?: string
  /** For content that shows where an editor places it: where that can be. */
  placedIn?: string
  /** How the Studio sorts the list of its documents: as editors drag them, or by a field. */
  order?: 'dragged' | { field: string; direction?: 'desc' }
}

/** What the site's search and the pictures for sharing say of documents that have pages of their own. */
type Described = {
  /** The word of the search (`lib/words.ts`) for what they are. */
  kind: SearchKind
  /** GROQ of what a document is called in the search; its title unless told. */
  name?: string
  /** GROQ of what it is about, in a sentence; its summary unless told. */
  summary?: string
  /** GROQ of the headline on its picture for sharing; its name unless told. */
  headline?: string
  /** GROQ of the small line there, which the search finds as well; its kind unless told. */
  label?: string
  /**
   * Its page is a list of posts, which name it in a field called as the type: it has further pages, and neither search
   * engines nor the site's search are told of it before there is a post.
   */
  listsPosts?: true
  order: NonNullable<AnyType['order']>
}

type ContentType = AnyType &
  (
    | ({ route: Extract<Route, { at: 'path' | 'slug' }> } & Described)
    | ({ route?: Extract<Route, { at: 'fixed' }> } & { [Member in keyof Omit<Described, 'order'>]?: never })
  )

/** A page that fills itself with documents and is none of them. */
export type List = Place & {
  /** Field of the site settings with its heading and its texts for search engines, and what the settings say of it. */
  intro: string
  introNote: string
  /** Type of the documents below it; none where the introduction is all there is of an editor. */
  entries?: string
  /** Type of the only document that it shows as well. */
  document?: string
  /** The word of the search for what is in it, on its picture for sharing. */
  kind: SearchKind
  /** It has further pages when it is long. */
  isPaged?: true
  /** Where its newest entries are as RSS. */
  feed?: string
}

/**
 * The lists of the site. The fields of the settings that introduce them, sitemap, pictures for sharing, breadcrumbs and the
 * Studio's previews follow from it.
 */
export const lists = {
  blog: {
    title: 'Blog',
    href: BLOG_ROOT,
    intro: 'blogIntro',
    introNote: `The top of ${BLOG_ROOT}.`,
    entries: 'post',
    kind: 'post',
    isPaged: true,
    feed: FEED_PATH,
  },
  press: {
    title: 'Press',
    href: PRESS_ROOT,
    intro: 'pressIntro',
    introNote: `The search texts of ${PRESS_ROOT}; its words are in the press kit.`,
    entries: 'pressItem',
    document: 'pressKit',
    kind: 'press',
    isPaged: true,
  },
  documentation: {
    title: 'Documentation',
    href: DOCUMENTATION_ROOT,
    intro: 'documentationIntro',
    introNote: `The top of ${DOCUMENTATION_ROOT}.`,
    entries: 'docPage',
    kind: 'documentation',
  },
  api: {
    title: 'API reference',
    href: API_ROOT,
    intro: 'apiIntro',
    introNote: `The top of ${API_ROOT}.`,
    kind: 'api',
  },
  integrations: {
    title: 'Integrations',
    href: INTEGRATION_ROOT,
    intro: 'integrationsIntro',
    introNote: `The top of ${INTEGRATION_ROOT}.`,
    entries: 'integration',
    kind: 'integration',
  },
  testCalls: {
    title: 'Test calls',
    href: TEST_CALLS_PATH,
    intro: 'testCallsIntro',
    introNote: `The top of ${TEST_CALLS_PATH}.`,
    kind: 'page',
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof lists

/** Every list with its name, in the order of the site. */
export const listEntries = Object.entries(lists) as [ListName, List][]

/** The addresses that are lists. */
export const listPaths: string[] = listEntries.map(([, { href }]) => href)

/** The name of the list at a path; undefined when none is there. */
export const listAt = (path: string): ListName | undefined => listEntries.find(([, { href }]) => href === path)?.[0]

/** The addresses of the feeds. */
export const feedPaths: string[] = listEntries.flatMap(([, { feed }]) => feed ?? [])

/** The feed of the list that a path is, or is below. */
export const feedFor = (path: string): string | undefined =>
  listEntries.find(([, { href, feed }]) => feed && isBelow(href, path))?.[1].feed

const { blog, press, documentation, integrations } = lists
const home = { title: 'Home', href: HOME_PATH }
const cities = { title: 'All cities', href: CITY_ROOT }

const newest = { field: 'publishedAt', direction: 'desc' } as const

/**
 * Every type of documents. Routes, the webhook, cache tags, targets of links, the sitemap, the search, redirects,
 * pictures for sharing and the Studio's lists and previews follow from it; `sanity/schema/index.ts` gives each its schema.
 */
export const contentTypes = {
  siteSettings: {
    title: 'Site settings',
    isSingleton: true,
    everywhere: 'Used on all pages: header, footer and trust section',
  },
  siteWords: {
    title: 'Words',
    isSingleton: true,
    everywhere: 'Used on all pages: labels, buttons and short texts',
  },
  announcement: {
    title: 'Announcements',
    everywhere: 'Shown on all pages, above the header, while it runs',
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
  docSection: { title: 'Order of sections', lists: [documentation], order: 'dragged' },
  docPage: {
    title: 'All pages',
    route: { at: 'slug', root: DOCUMENTATION_ROOT },
    lists: [documentation],
    kind: 'documentation',
    label: 'section->title',
    order: { field: 'title' },
  },
  legalPage: {
    title: 'Legal',
    route: { at: 'path' },
    kind: 'legal',
    summary: 'seo.description',
    order: { field: 'path' },
  },
  pricingPlan: { title: 'Pricing plans', placedIn: 'a block with prices', order: 'dragged' },
  testimonial: { title: 'Testimonials', placedIn: 'a block with testimonials', order: { field: 'company' } },
  faqItem: { title: 'FAQ', placedIn: 'a page, a city or the trust section', order: 'dragged' },
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

/** Types of which each document is at its path, or below a root at its slug. */
export type PathType = TypeAt<'path'>
export type SlugType = TypeAt<'slug'>

/** Types of which every document has a page of its own. */
export type RoutedType = PathType | SlugType

export const typeNames = Object.keys(contentTypes) as TypeName[]

/** What the registry says of a type; undefined for types of the Content Lake's own, such as pictures. */
export const contentType = (type: string): ContentType | undefined =>
  Object.hasOwn(contentTypes, type) ? contentTypes[type as TypeName] : undefined

/** Types of which the registry says something, in its order. */
export const typesWhere = (matches: (type: ContentType) => boolean): TypeName[] =>
  typeNames.filter((name) => matches(contentTypes[name]))

const typesAt = (...places: Route['at'][]) =>
  typesWhere(({ route }) => route !== undefined && places.includes(route.at))

export const pathTypes = typesAt('path') as PathType[]
export const slugTypes = typesAt('slug') as SlugType[]
export const routedTypes = typesAt('path', 'slug') as RoutedType[]

/** What a link can lead to. */
export const linkableTypes = typesAt('path', 'slug', 'fixed')

/** A GROQ list of types: `["page", "legalPage"]`. */
export const groqList = (types: readonly TypeName[]) => `[${types.map((type) => `"${type}"`).join(', ')}]`

/** GROQ for the address of the document that `reference` leads to. */
export function groqAddress(reference: string): string {
  const cases = linkableTypes.flatMap((type) => {
    const route = contentType(type)?.route
    if (route?.at === 'slug')
      return [`${reference}->_type == "${type}" => "${route.root}/" + ${reference}->slug.current`]
    return route?.at === 'fixed' ? [`${reference}->_type == "${type}" => "${route.path}"`] : []
  })
  return `select(\n    ${[...cases, `${reference}->path`].join(',\n    ')}\n  )`
}

/** What the registry says of a type whose documents have pages of their own. */
export const routedType = (type: RoutedType): Described => contentTypes[type]

/** The root below which the documents of a type are at their slugs. */
export const slugRoot = (type: SlugType): string => contentTypes[type].route.root

const isSlugType = (type: string): type is SlugType => contentType(type)?.route?.at === 'slug'

/** Public path of a document of a type, given its path or its slug. */
export const documentPath = (type: RoutedType, key: string): string =>
  isSlugType(type) ? `${slugRoot(type)}/${key}` : key

/** The document that lives at a path by its slug: `/blog/author/jo` is the author `jo`. Undefined for other paths. */
export function documentAt(path: string): { type: SlugType; slug: string } | undefined {
  const end = path.lastIndexOf('/')
  const slug = path.slice(end + 1)
  const type = slugTypes.find((candidate) => slugRoot(candidate) === path.slice(0, end))
  const isRoot = slugTypes.some((candidate) => slugRoot(candidate) === path)
  return type && slug && !isRoot ? { type, slug } : undefined
}

/** Whether documents of a type are pages of their own. */
export const hasPublicPage = (type: string): boolean => contentType(type)?.route !== undefined

const slugText = (slug: unknown): string | undefined => {
  const current = typeof slug === 'object' && slug !== null && 'current' in slug ? slug.current : slug
  return typeof current === 'string' && current !== '' ? current : undefined
}

/** Public path of a document that is a page of its own; undefined for others, and while a draft has no address. */
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
