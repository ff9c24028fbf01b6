import { defineField, type Rule } from 'sanity'
import { AddressInput } from '../inputs/address-input.tsx'
import { redirectedAddress } from '../validation/free-address.ts'
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
    description: `The last part of the address: ${example}`,
    components: { input: AddressInput },
    options: { source, maxLength: limits.slug },
    validation: (rule) => [
      rule.required().custom((slug) => verdict(slugError(slug) ?? reservedSlugError(slug, reserved))),
      // Without Sanity's own check of slugs, which the first rule has: its errors would be warnings as well.
      (rule as unknown as Rule).reset().custom(redirectedAddress).warning(),
    ],
  })
}
