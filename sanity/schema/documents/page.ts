import { DocumentIcon } from '@sanity/icons/Document'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { blockTypes } from '../blocks/index.ts'
import { pagePathError } from '../validation/page-path.ts'
import { uniquePagePath } from '../validation/unique-page-path.ts'

export const pageType = defineType({
  name: 'page',
  title: 'Page',
  type: 'document',
  icon: DocumentIcon,
  groups: [
    { name: 'content', title: 'Content', default: true },
    { name: 'seo', title: 'Search and sharing' },
  ],
  fields: [
    defineField({
      name: 'title',
      title: 'Title',
      type: 'string',
      group: 'content',
      description: 'The page’s name in lists and in the browser tab when no search title is set.',
      validation: (rule) => rule.required().max(90),
    }),
    defineField({
      name: 'path',
      title: 'Path',
      type: 'string',
      group: 'content',
      description: 'Where the page lives: / for the home page, /pricing or /legal/privacy for others.',
      placeholder: '/pricing',
      validation: (rule) =>
        rule.required().custom((path, context) => pagePathError(path) ?? uniquePagePath(path, context)),
    }),
    defineField({
      name: 'blocks',
      title: 'Blocks',
      type: 'array',
      group: 'content',
      description: 'The page from top to bottom. Drag to change the order.',
      of: blockTypes.map(({ name }) => defineArrayMember({ type: name })),
      options: {
        insertMenu: {
          filter: true,
          groups: [
            { name: 'open', title: 'Opening and closing', of: ['heroBlock', 'ctaBlock'] },
            {
              name: 'show',
              title: 'Show',
              of: ['conversationBlock', 'featureGridBlock', 'stepsBlock', 'mediaTextBlock'],
            },
            { name: 'tell', title: 'Tell', of: ['richTextBlock', 'faqBlock'] },
            { name: 'list', title: 'Lists from elsewhere', of: ['cityGridBlock', 'faqBlock'] },
          ],
        },
      },
      validation: (rule) => rule.min(1).warning('A page without blocks is blank.'),
    }),
    defineField({ name: 'seo', title: 'Search and sharing', type: 'seo', group: 'seo' }),
  ],
  orderings: [
    { title: 'Path', name: 'path', by: [{ field: 'path', direction: 'asc' }] },
    { title: 'Title', name: 'title', by: [{ field: 'title', direction: 'asc' }] },
  ],
  preview: { select: { title: 'title', subtitle: 'path', media: 'seo.image' } },
})
