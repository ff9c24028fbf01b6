import { defineField } from 'sanity'
import { AddressInput } from '../inputs/address-input.tsx'
import { redirectedAddress } from '../validation/free-address.ts'
import { pagePathError, uniquePagePath } from '../validation/page-path.ts'

/** Where a page lives, chosen by the editor. */
export const pathField = defineField({
  name: 'path',
  title: 'Path',
  type: 'string',
  group: 'content',
  description: 'Where the page lives: / for the home page, /pricing or /legal/privacy for others.',
  placeholder: '/pricing',
  components: { input: AddressInput },
  validation: (rule) => [
    rule.required().custom((path, context) => pagePathError(path) ?? uniquePagePath(path, context)),
    rule.custom(redirectedAddress).warning(),
  ],
})
