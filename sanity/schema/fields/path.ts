import { defineField } from 'sanity'
import { pagePathError, uniquePagePath } from '../validation/page-path.ts'

/** Where a page lives, chosen by the editor. */
export const pathField = defineField({
  name: 'path',
  title: 'Path',
  type: 'string',
  group: 'content',
  description: 'Where the page lives: / for the home page, /pricing or /legal/privacy for others.',
  placeholder: '/pricing',
  validation: (rule) => rule.required().custom((path, context) => pagePathError(path) ?? uniquePagePath(path, context)),
})
