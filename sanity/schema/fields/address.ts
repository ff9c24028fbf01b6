import type { Rule } from 'sanity'
import { AddressInput } from '../inputs/address-input.tsx'
import { defineField } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { warnAboutRedirect, getPagePathError, checkUniquePath } from '../validation/address.ts'
import { toRuleResult, getReservedSlugError, getSlugError } from '../validation/rules.ts'

type Options = {
  source: string
  example: string
  /** Slugs already used by other pages below the same path. */
  reserved?: readonly string[]
}

export function defineSlugField({ source, example, reserved = [], ...fieldOptions }: Options) {
  return defineField({
    ...fieldOptions,
    name: 'slug',
    title: 'Slug',
    type: 'slug',
    description: `Last part of the address: ${example}`,
    components: { input: AddressInput },
    options: { source, maxLength: limits.slug },
    validation: (rule) => [
      rule.required().custom((slug) => toRuleResult(getSlugError(slug) ?? getReservedSlugError(slug, reserved))),
      // Resets Sanity's built-in slug check. The first rule already includes it, and its errors would repeat as
      // warnings.
      (rule as unknown as Rule).reset().custom(warnAboutRedirect).warning(),
    ],
  })
}

const PATH_EXAMPLE = {
  description: 'Address of the page: / for the home page, /pricing or /legal/privacy for others.',
  placeholder: '/pricing',
}

export const definePathField = (example = PATH_EXAMPLE) =>
  field.ofType('string', 'path', 'Path', {
    ...example,
    components: { input: AddressInput },
    validation: (rule) => [
      rule.required().custom((path, context) => getPagePathError(path) ?? checkUniquePath(path, context)),
      rule.custom(warnAboutRedirect).warning(),
    ],
  })
