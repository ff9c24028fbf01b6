import { CITY_ROOT, cityPath } from './paths.ts'

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

/** A published document was created, changed or deleted. */
export type ContentChange = {
  id: string
  type: 'siteSettings' | 'page' | 'city' | 'faqItem' | 'trustBadge' | 'integration'
  operation: 'create' | 'update' | 'delete'
  /** Path of a page, now (or last, when it was deleted) and before the change. */
  path?: string | undefined
  previousPath?: string | undefined
  /** Slug of a city, now (or last) and before the change. */
  slug?: string | undefined
  previousSlug?: string | undefined
  /** Whether a field changed that lists (menus, grids, the sitemap) show. */
  listed: boolean
}

/** What a change touches: cache tags to revalidate, and the pages of the document itself or of the lists it is on. */
export type Touched = { tags: string[]; paths: string[] }

const HOME = '/'
const SITEMAP = '/sitemap.xml'

const present = (values: (string | undefined)[]) => [...new Set(values.filter((value): value is string => !!value))]

function touchedBy(
  change: ContentChange,
  own: { list: string; now?: string; before?: string; tagOf: (key: string) => string },
) {
  const keys = present([own.now, own.before])
  const moved = change.operation === 'update' && own.before !== undefined && own.before !== own.now
  const gone = change.operation === 'delete'
  const onLists = change.operation !== 'update' || change.listed || moved
  const tags = keys.map(own.tagOf)
  if (onLists) tags.push(own.list)
  if (moved || gone) tags.push(tag.links)
  return { keys, tags, onLists }
}

function touchedByPage(change: ContentChange): Touched {
  const { keys, tags, onLists } = touchedBy(change, {
    list: tag.pages,
    now: change.path,
    before: change.previousPath,
    tagOf: tag.page,
  })
  return { tags, paths: [...keys, ...(onLists ? [SITEMAP] : [])] }
}

function touchedByCity(change: ContentChange): Touched {
  const { keys, tags, onLists } = touchedBy(change, {
    list: tag.cities,
    now: change.slug,
    before: change.previousSlug,
    tagOf: tag.city,
  })
  return { tags, paths: [...keys.map(cityPath), ...(onLists ? [CITY_ROOT, HOME, SITEMAP] : [])] }
}

/** Tags and paths that one change of one document touches, and no others. */
export function touched(change: ContentChange): Touched {
  switch (change.type) {
    case 'page':
      return touchedByPage(change)
    case 'city':
      return touchedByCity(change)
    case 'siteSettings':
      return { tags: [tag.settings], paths: [HOME, CITY_ROOT] }
    case 'faqItem':
      return { tags: [tag.faqs], paths: [HOME] }
    case 'trustBadge':
      return { tags: [tag.badges], paths: [HOME] }
    case 'integration':
      return { tags: [tag.integrations], paths: [HOME] }
  }
}
