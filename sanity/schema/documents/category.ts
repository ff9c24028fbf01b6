import { TagIcon } from '@sanity/icons/Tag'
import { defineField, defineType } from 'sanity'
import { CATEGORY_ROOT } from '../../../lib/routes.ts'
import { slugField } from '../fields/slug.ts'
import { limits } from '../limits.ts'

export const categoryType = defineType({
  name: 'category',
  title: 'Category',
  type: 'document',
  icon: TagIcon,
  fields: [
    defineField({
      name: 'title',
      title: 'Title',
      type: 'string',
      description: 'One or two words: After hours, Pricing.',
      validation: (rule) => rule.required().max(limits.label),
    }),
    slugField({ source: 'title', example: `${CATEGORY_ROOT}/after-hours` }),
    defineField({
      name: 'description',
      title: 'Description',
      type: 'text',
      rows: 3,
      description: 'What the posts of this category are about. Shown at the top of their list.',
      validation: (rule) => rule.max(limits.shortText),
    }),
  ],
  orderings: [{ title: 'Title', name: 'title', by: [{ field: 'title', direction: 'asc' }] }],
  preview: { select: { title: 'title', subtitle: 'description' } },
})
