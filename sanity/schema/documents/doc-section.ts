import { FolderIcon } from '@sanity/icons/Folder'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineField, defineType } from 'sanity'
import { DOCUMENTATION_ROOT } from '../../../lib/routes.ts'
import { slugField } from '../fields/slug.ts'
import { limits } from '../limits.ts'

export const docSectionType = defineType({
  name: 'docSection',
  title: 'Documentation section',
  type: 'document',
  icon: FolderIcon,
  fields: [
    defineField({ name: 'title', title: 'Title', type: 'string', validation: (rule) => rule.required().max(60) }),
    slugField({ source: 'title', example: `${DOCUMENTATION_ROOT}#getting-started` }),
    defineField({
      name: 'summary',
      title: 'Summary',
      type: 'text',
      rows: 2,
      description: 'What its pages help with, in one sentence.',
      validation: (rule) => rule.max(limits.excerpt),
    }),
    orderRankField({ type: 'docSection' }),
  ],
  orderings: [orderRankOrdering],
  preview: { select: { title: 'title', subtitle: 'summary' } },
})
