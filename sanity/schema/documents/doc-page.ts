import { BookIcon } from '@sanity/icons/Book'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineField, defineType } from 'sanity'
import { DOCUMENTATION_ROOT } from '../../../lib/routes.ts'
import { articleGroups, bodyField, seoField, titleField } from '../fields/article.ts'
import { slugField } from '../fields/slug.ts'
import { summaryField } from '../fields/summary.ts'
import { subtitleOf } from '../preview.ts'

export const docPageType = defineType({
  name: 'docPage',
  title: 'Documentation page',
  type: 'document',
  icon: BookIcon,
  groups: articleGroups,
  fields: [
    titleField,
    slugField({
      source: 'title',
      example: `${DOCUMENTATION_ROOT}/connect-your-calendar`,
      reserved: ['search'],
      group: 'content',
    }),
    defineField({
      name: 'section',
      title: 'Section',
      type: 'reference',
      to: [{ type: 'docSection' }],
      group: 'content',
      description: 'Where the page stands in the tree. Its place within the section is set by dragging.',
      validation: (rule) => rule.required(),
    }),
    summaryField({ description: 'What a reader can do after reading it. Shown in lists and search results.', rows: 2 }),
    bodyField,
    seoField,
    orderRankField({ type: 'docPage' }),
  ],
  orderings: [orderRankOrdering, { title: 'Title', name: 'title', by: [{ field: 'title', direction: 'asc' }] }],
  preview: {
    select: { title: 'title', section: 'section.title', slug: 'slug.current' },
    prepare: ({ title, section, slug }) => ({
      title,
      subtitle: subtitleOf(section, slug && `${DOCUMENTATION_ROOT}/${slug}`),
    }),
  },
})
