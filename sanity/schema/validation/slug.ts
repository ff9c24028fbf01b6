import { limits } from '../limits.ts'

/** What is wrong with a slug's form, in words for an editor; undefined when nothing is. Uniqueness is Sanity's own check. */
export function slugError(slug: { current?: string } | undefined): string | undefined {
  const current = slug?.current
  if (!current) return undefined
  if (current.length > limits.slug) return `Keep the slug within ${limits.slug} characters.`
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(current)) return 'Use lower-case letters, digits and single hyphens: new-york.'
  return undefined
}
