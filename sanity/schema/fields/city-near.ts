import { isState } from '../../../lib/zip-states.ts'
import { defineArrayMember, defineField } from '../define.ts'

/** Where the page of a city is named to visitors who enter a ZIP code or a state. */
export const cityNearField = defineField({
  name: 'near',
  title: 'Place check',
  type: 'object',
  group: 'local',
  description: 'Whom the place check leads to this page, beside everybody in its state.',
  options: { collapsible: true, collapsed: true },
  fields: [
    defineField({
      name: 'zips',
      title: 'ZIP codes of the city and its suburbs',
      type: 'array',
      of: [
        defineArrayMember({
          type: 'string',
          validation: (rule) => rule.regex(/^\d{3}(-\d{3})?$/, { name: 'three digits, or a range of them' }),
        }),
      ],
      description: 'By their first three digits: 606, or 600-608 for a range.',
      validation: (rule) => rule.unique().max(12),
    }),
    defineField({
      name: 'states',
      title: 'Other states with much the same weather',
      type: 'array',
      of: [
        defineArrayMember({
          type: 'string',
          validation: (rule) =>
            rule.custom((name) => !name || isState(name) || 'Write the full name of a state: Indiana, not IN.'),
        }),
      ],
      validation: (rule) => rule.unique().max(8),
    }),
  ],
})
