import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'

export const faqGroups = {
  product: 'The product',
  pricing: 'Pricing',
  trust: 'Data and trust',
  local: 'Cities and seasons',
  search: 'SEO services',
}

export const faqItemType = defineDocument('faqItem', 'Question', HelpCircleIcon, {
  fields: [
    field.text('question', 'Question', 120, { description: 'Written as a visitor would ask it.' }),
    field.richText('answer', 'Answer', {
      description: 'Answer in the first sentence, then explain.',
      isRequired: true,
    }),
    field.choice('group', 'Topic', faqGroups, {
      description: 'For editors only. Not shown on the site.',
      layout: 'menu',
      isRequired: true,
    }),
    orderRankField({ type: 'faqItem' }),
  ],
  orderings: [orderRankOrdering, buildOrdering('question', 'Question')],
  preview: { select: { title: 'question', subtitle: 'answer.0.children.0.text' } },
})
