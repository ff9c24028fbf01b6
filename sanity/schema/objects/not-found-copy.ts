import { defineArrayMember, defineField, defineType } from 'sanity'
import { leadTextField, optionalHeadingField } from '../fields/text.ts'

/** What a visitor reads at an address that does not exist. */
export const notFoundCopyType = defineType({
  name: 'notFoundCopy',
  title: 'Page not found',
  type: 'object',
  fields: [
    { ...optionalHeadingField, description: 'Says what happened. Empty: the site’s own words.' },
    leadTextField,
    defineField({
      name: 'links',
      title: 'Links',
      type: 'array',
      of: [defineArrayMember({ type: 'link' })],
      description: 'Where to go from here.',
      validation: (rule) => rule.max(6),
    }),
  ],
})
