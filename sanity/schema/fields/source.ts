import { defineField } from 'sanity'
import { webUrlError } from '../validation/href.ts'
import { verdict } from '../validation/rules.ts'

/** Where a number or a rule comes from: shown to visitors beside it. */
export const sourceField = defineField({
  name: 'source',
  title: 'Source',
  type: 'object',
  description: 'Who published it, and where a visitor can check it.',
  options: { columns: 2 },
  fields: [
    defineField({ name: 'name', title: 'Name', type: 'string', validation: (rule) => rule.required().max(120) }),
    defineField({
      name: 'url',
      title: 'Address',
      type: 'url',
      validation: (rule) => rule.required().custom((url) => verdict(webUrlError(url))),
    }),
  ],
})
