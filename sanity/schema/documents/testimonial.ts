import { CommentIcon } from '@sanity/icons/Comment'
import { defineField, defineType } from 'sanity'
import { subtitleOf } from '../preview.ts'

export const testimonialType = defineType({
  name: 'testimonial',
  title: 'Testimonial',
  type: 'document',
  icon: CommentIcon,
  fields: [
    defineField({
      name: 'quote',
      title: 'Quote',
      type: 'text',
      rows: 4,
      description: 'The customer’s own words, with their written consent. Never edited, never made up.',
      validation: (rule) => rule.required().max(480),
    }),
    defineField({ name: 'name', title: 'Name', type: 'string', validation: (rule) => rule.required().max(80) }),
    defineField({ name: 'company', title: 'Company', type: 'string', validation: (rule) => rule.required().max(80) }),
    defineField({ name: 'role', title: 'Role', type: 'string', validation: (rule) => rule.max(80) }),
    defineField({ name: 'photo', title: 'Photo', type: 'imageWithAlt' }),
  ],
  orderings: [{ title: 'Company', name: 'company', by: [{ field: 'company', direction: 'asc' }] }],
  preview: {
    select: { title: 'quote', name: 'name', company: 'company', media: 'photo' },
    prepare: ({ title, name, company, media }) => ({ title, subtitle: subtitleOf(name, company), media }),
  },
})
