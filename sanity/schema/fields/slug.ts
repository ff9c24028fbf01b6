import { defineField } from 'sanity'
import { limits } from '../limits.ts'
import { verdict } from '../validation/rules.ts'
import { reservedSlugError, slugError } from '../validation/slug.ts'

type Options = {
  /** The field a slug is generated from. */
  source: string
  /** The address with a slug of that kind, for the description. */
  example: string
  /** Slugs that other pages below the same path have. */
  reserved?: readonly string[]
  group?: string
}

/** The last part of a document's address. */
export function slugField({ source, example, reserved = [], ...field }: Options) {
  return defineField({
    ...field,
    name: 'slug',
    title: 'Slug',
    type: 'slug',
    description: `The last part of the address: ${example}. Changing it breaks old links, unless a redirect is added.`,
    options: { source, maxLength: limits.slug },
    validation: (rule) =>
      rule.required().custom((slug) => verdict(slugError(slug) ?? reservedSlugError(slug, reserved))),
  })
}
