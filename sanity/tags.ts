import {
  API_ROOT,
  BLOG_ROOT,
  CITY_ROOT,
  DOCUMENTATION_ROOT,
  documentPath,
  FEED,
  PRESS_ROOT,
  type RoutedType,
} from './paths.ts'

/**
 * Cache tags by intent. A query carries the tags of everything that could change its answer, found or not, so that a
 * page that was missing yesterday appears when its document is published.
 */
export const tag = {
  settings: 'settings',
  pages: 'pages',
  page: (path: string) => `page:${path}`,
  cities: 'cities',
  city: (slug: string) => `city:${slug}`,
  faqs: 'faqs',
  badges: 'badges',
  integrations: 'integrations',
  posts: 'posts',
  post: (slug: string) => `post:${slug}`,
  authors: 'authors',
  categories: 'categories',
  /** The list of announcements. */
  press: 'press',
  pressItem: (slug: string) => `press:${slug}`,
  pressKit: 'press-kit',
  /** The tree of the documentation: sections and pages in their order. */
  docs: 'docs',
  doc: (slug: string) => `doc:${slug}`,
  plans: 'plans',
  testimonials: 'testimonials',
  redirects: 'redirects',
  /** Carried by every query that resolves links: fires when a document moves to another path or disappears. */
  links: 'links',
} as const

/** Types that appear on pages of others only. */
type BorrowedType =
  | 'siteSettings'
  | 'faqItem'
  | 'trustBadge'
  | 'integration'
  | 'pricingPlan'
  | 'testimonial'
  | 'pressKit'
  | 'docSection'
  | 'redirect'

/** A published document was created, changed or deleted. */
export type ContentChange = {
  id: string
  type: RoutedType | BorrowedType
  operation: 'create' | 'update' | 'delete'
  /** Path of a page, or the one a redirect starts from; now (or last, when it was deleted) and before the change. */
  path?: string | undefined
  previousPath?: string | undefined
  /** Slug of any other document with a page of its own, now (or last) and before the change. */
  slug?: string | undefined
  previousSlug?: string | undefined
  /** Whether a field changed that lists (menus, grids, the sitemap) show. */
  listed: boolean
  /** Ids of the author and the category of a post, now and before the change. */
  groups?: string[] | undefined
}

/** What a change touches: cache tags to revalidate, and the pages of the document itself or of the lists it is on. */
export type Touched = { tags: string[]; paths: string[] }

const HOME = '/'
const SITEMAP = '/sitemap.xml'

/** The tag of a document (none: it has that of its list), the tag of its list, and the addresses that show the list. */
type Routing = { own?: (key: string) => string; list: string; lists: string[] }

const ROUTING: Record<RoutedType, Routing> = {
  page: { own: tag.page, list: tag.pages, lists: [SITEMAP] },
  legalPage: { own: tag.page, list: tag.pages, lists: [SITEMAP] },
  city: { own: tag.city, list: tag.cities, lists: [CITY_ROOT, HOME, SITEMAP] },
  post: { own: tag.post, list: tag.posts, lists: [BLOG_ROOT, FEED, SITEMAP] },
  author: { list: tag.authors, lists: [BLOG_ROOT, SITEMAP] },
  category: { list: tag.categories, lists: [BLOG_ROOT, FEED, SITEMAP] },
  pressItem: { own: tag.pressItem, list: tag.press, lists: [PRESS_ROOT, SITEMAP] },
  docPage: { own: tag.doc, list: tag.docs, lists: [DOCUMENTATION_ROOT, SITEMAP] },
}

const BORROWED: Record<Exclude<BorrowedType, 'redirect'>, Touched> = {
  siteSettings: {
    tags: [tag.settings],
    paths: [HOME, CITY_ROOT, BLOG_ROOT, PRESS_ROOT, DOCUMENTATION_ROOT, API_ROOT],
  },
  faqItem: { tags: [tag.faqs], paths: [HOME] },
  trustBadge: { tags: [tag.badges], paths: [HOME] },
  integration: { tags: [tag.integrations], paths: [HOME] },
  pricingPlan: { tags: [tag.plans], paths: [] },
  testimonial: { tags: [tag.testimonials], paths: [] },
  pressKit: { tags: [tag.pressKit], paths: [PRESS_ROOT] },
  docSection: { tags: [tag.docs], paths: [DOCUMENTATION_ROOT] },
}

const present = (values: (string | undefined)[]) => [...new Set(values.filter((value): value is string => !!value))]

/** Whether a document is addressed by a path that its editor chose; all others have a slug. */
export const hasPath = (type: ContentChange['type']) => type === 'page' || type === 'legalPage' || type === 'redirect'

function touchedByRouted(change: ContentChange, type: RoutedType): Touched {
  const { own, list, lists } = ROUTING[type]
  const [now, before] = hasPath(type) ? [change.path, change.previousPath] : [change.slug, change.previousSlug]
  const keys = present([now, before])
  const moved = change.operation === 'update' && before !== undefined && before !== now
  const gone = change.operation === 'delete'
  const onLists = change.operation !== 'update' || change.listed || moved

  const tags = own ? keys.map(own) : [list]
  if (own && onLists) tags.push(list)
  if (moved || gone) tags.push(tag.links)
  const paths = keys.map((key) => documentPath(type, key))
  return { tags, paths: onLists ? [...paths, ...lists] : paths }
}

/** Tags and paths that one change of one document touches, and no others. */
export function touched(change: ContentChange): Touched {
  const { type } = change
  if (type === 'redirect') return { tags: [tag.redirects], paths: present([change.path, change.previousPath]) }
  return isBorrowed(type) ? BORROWED[type] : touchedByRouted(change, type)
}

const isBorrowed = (type: string): type is keyof typeof BORROWED => type in BORROWED
