import { limits } from '../limits.ts'

type Slug = { current?: string } | undefined

/** What is wrong with a slug's form, in words for an editor; undefined when nothing is. Uniqueness is Sanity's own check. */
export function slugError(slug: Slug): string | undefined {
  const current = slug?.current
  if (!current) return undefined
  if (current.length > limits.slug) return `Keep the slug within ${limits.slug} characters.`
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(current)) return 'Use lower-case letters, digits and single hyphens: new-york.'
  return undefined
}

/** Refuses slugs whose address another page of the same part of the site has; undefined when all is well. */
export function reservedSlugError(slug: Slug, reserved: readonly string[]): string | undefined {
  const current = slug?.current
  if (!current || !reserved.includes(current)) return undefined
  return `“${current}” is used by another page here: choose another slug.`
}
