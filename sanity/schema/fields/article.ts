import { defineField } from 'sanity'
import { limits } from '../limits.ts'

/** The groups of documents with a text of their own and fields for search engines. */
export const articleGroups = [
  { name: 'content', title: 'Content', default: true },
  { name: 'seo', title: 'Search and sharing' },
]

export const titleField = defineField({
  name: 'title',
  title: 'Title',
  type: 'string',
  group: 'content',
  description: 'Says one thing. It is the heading of the page, too.',
  validation: (rule) => rule.required().max(limits.heading),
})

export const bodyField = defineField({
  name: 'body',
  title: 'Text',
  type: 'articleBody',
  group: 'content',
  description:
    'Headings become links of their own. Code, tables, pictures and callouts are under the + of the toolbar.',
  validation: (rule) => rule.required(),
})

export const publishedAtField = defineField({
  name: 'publishedAt',
  title: 'Date',
  type: 'datetime',
  group: 'content',
  description: 'The date readers see; lists are sorted by it. It publishes nothing by itself.',
  initialValue: () => new Date().toISOString(),
  validation: (rule) => rule.required(),
})

export const seoField = defineField({ name: 'seo', title: 'Search and sharing', type: 'seo', group: 'seo' })
