import { BillIcon } from '@sanity/icons/Bill'
import { defineField, defineType } from 'sanity'
import { articleGroups, bodyField, seoField, titleField } from '../fields/article.ts'
import { pathField } from '../fields/path.ts'
import { shortDate, subtitleOf } from '../preview.ts'

export const legalPageType = defineType({
  name: 'legalPage',
  title: 'Legal page',
  type: 'document',
  icon: BillIcon,
  groups: articleGroups,
  fields: [
    titleField,
    { ...pathField, description: 'Where the page lives: /privacy-policy.', placeholder: '/privacy-policy' },
    defineField({
      name: 'effectiveDate',
      title: 'In force since',
      type: 'date',
      group: 'content',
      description: 'While the text waits for a lawyer: the day of the draft.',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'underReview',
      title: 'Waiting for a lawyer',
      type: 'boolean',
      group: 'content',
      description: 'The page says that its text is a draft, of the day above.',
      initialValue: true,
    }),
    bodyField,
    seoField,
  ],
  orderings: [{ title: 'Path', name: 'path', by: [{ field: 'path', direction: 'asc' }] }],
  preview: {
    select: { title: 'title', path: 'path', date: 'effectiveDate', underReview: 'underReview' },
    prepare: ({ title, path, date, underReview }) => ({
      title,
      subtitle: subtitleOf(path, shortDate(date), underReview && 'under review'),
    }),
  },
})
