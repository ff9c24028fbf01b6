import { BookIcon } from '@sanity/icons/Book'
import { FolderIcon } from '@sanity/icons/Folder'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { DOCUMENTATION_ROOT } from '../../../lib/routes.ts'
import { defineSlugField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { joinSubtitle } from '../shared/preview.ts'

export const docSectionType = defineDocument('docSection', 'Documentation section', FolderIcon, {
  fields: [
    field.text('title', 'Title', 60),
    defineSlugField({ source: 'title', example: `${DOCUMENTATION_ROOT}#getting-started` }),
    field.optionalText('summary', 'Summary', limits.excerpt, {
      description: 'What these pages help with, in one sentence.',
      lines: 2,
    }),
    orderRankField({ type: 'docSection' }),
  ],
  orderings: [orderRankOrdering],
  preview: { select: { title: 'title', subtitle: 'summary' } },
})

export const docPageType = defineDocument('docPage', 'Documentation page', BookIcon, {
  groups: article.groups,
  fields: [
    ...article.addSeoField([
      article.title,
      defineSlugField({
        source: 'title',
        example: `${DOCUMENTATION_ROOT}/connect-your-calendar`,
        reserved: ['search'],
      }),
      field.reference('section', 'Section', 'docSection', {
        description: 'Section of the page. Drag pages to reorder them within the section.',
        isRequired: true,
      }),
      article.defineSummaryField({
        description: 'What readers can do afterward. Shown in lists and search results.',
        rows: 2,
      }),
      article.body,
    ]),
    orderRankField({ type: 'docPage' }),
  ],
  orderings: [orderRankOrdering, buildOrdering('title', 'Title')],
  preview: {
    select: { title: 'title', section: 'section.title', slug: 'slug.current' },
    prepare: ({ title, section, slug }) => ({
      title,
      subtitle: joinSubtitle(section, slug && `${DOCUMENTATION_ROOT}/${slug}`),
    }),
  },
})
