import { isSlug } from '../../../lib/routes.ts'
import { limits } from '../limits.ts'

type Slug = { current?: string } | undefined

/** What is wrong with a slug's form, in words for an editor; undefined when nothing is. Uniqueness is Sanity's own check. */
export function slugError(slug: Slug): string | undefined {
  const current = slug?.current
  if (!current) return undefined
  if (current.length > limits.slug)
    return `Keep the slug within ${limits.slug} characters: a page with a longer one does not open, and no list shows it.`
  if (isSlug(current)) return undefined
  return `A page with this slug does not open, and no list shows it. Use lower-case letters, digits and single hyphens: ${suggestedSlug(current)}.`
}

/** A slug like one of another system, as this site has it. */
const suggestedSlug = (slug: string): string =>
  slug
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slug)
    .replace(/^-|-$/g, '') || 'new-york'

/** Refuses slugs whose address another page of the same part of the site has; undefined when all is well. */
export function reservedSlugError(slug: Slug, reserved: readonly string[]): string | undefined {
  const current = slug?.current
  if (!current || !reserved.includes(current)) return undefined
  return `“${current}” is used by another page here: choose another slug.`
}
