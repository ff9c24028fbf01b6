import { BillIcon } from '@sanity/icons/Bill'
import { DocumentIcon } from '@sanity/icons/Document'
import { blocks, insertMenuGroups } from '../blocks/index.ts'
import { definePathField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { BlocksInput, RemovableBlock } from '../inputs/blocks-input.tsx'
import { defineArrayMember, defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { formatShortDate, joinSubtitle } from '../shared/preview.ts'
import { getBlockPicture } from '../shared/studio-address.ts'

export const pageType = defineDocument('page', 'Page', DocumentIcon, {
  groups: article.groups,
  fields: article.addSeoField([
    field.text('title', 'Title', 90, {
      description: 'Page name in lists, and in the browser tab if there is no search title.',
    }),
    definePathField(),
    field.ofType('array', 'blocks', 'Blocks', {
      description: 'The page from top to bottom. Drag to reorder.',
      components: { input: BlocksInput },
      of: blocks.map(({ schema }) => defineArrayMember({ type: schema.name, components: { item: RemovableBlock } })),
      options: {
        insertMenu: {
          filter: true,
          groups: insertMenuGroups,
          views: [{ name: 'grid', previewImageUrl: getBlockPicture }, { name: 'list' }],
        },
      },
      validation: (rule) => rule.min(1).warning('This page is blank. Add a block.'),
    }),
  ]),
  orderings: [buildOrdering('path', 'Path'), buildOrdering('title', 'Title')],
  preview: { select: { title: 'title', subtitle: 'path', media: 'seo.image' } },
})

export const legalPageType = defineDocument('legalPage', 'Legal page', BillIcon, {
  groups: article.groups,
  fields: article.addSeoField([
    article.title,
    definePathField({ description: 'Address of the page: /privacy-policy.', placeholder: '/privacy-policy' }),
    field.ofType('date', 'effectiveDate', 'Effective date', {
      description: 'For a draft, the date of the draft.',
      validation: (rule) => rule.required(),
    }),
    {
      ...field.toggle('underReview', 'Awaiting legal review', {
        description: 'Shows a draft notice with the date above.',
      }),
      initialValue: true,
    },
    article.body,
  ]),
  orderings: [buildOrdering('path', 'Path')],
  preview: {
    select: { title: 'title', path: 'path', date: 'effectiveDate', underReview: 'underReview' },
    prepare: ({ title, path, date, underReview }) => ({
      title,
      subtitle: joinSubtitle(path, formatShortDate(date), underReview && 'under review'),
    }),
  },
})
