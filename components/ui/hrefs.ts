type Entry = { slug: string | null } | null | undefined

export const BLOG_ROOT = '/blog'
export const PRESS_ROOT = '/press'
export const DOCUMENTATION_ROOT = '/documentation'
export const DOCUMENTATION_SEARCH = `${DOCUMENTATION_ROOT}/search`
export const FEED = `${BLOG_ROOT}/rss.xml`

/** Addresses of entries; undefined while a draft has no slug. */
const below = (root: string) => (entry: Entry) => (entry?.slug ? `${root}/${entry.slug}` : undefined)

export const postHref = below(BLOG_ROOT)
export const categoryHref = below(`${BLOG_ROOT}/category`)
export const authorHref = below(`${BLOG_ROOT}/author`)
export const pressHref = below(PRESS_ROOT)
export const docHref = below(DOCUMENTATION_ROOT)
