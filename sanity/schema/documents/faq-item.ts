import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineDocument, orderBy } from '../shared/define.ts'
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
    field.text('question', 'Question', 120, { description: 'As a visitor would ask it.' }),
    field.richText('answer', 'Answer', {
      description: 'Answer in the first sentence, explain after it.',
      isRequired: true,
    }),
    field.choice('group', 'About', faqGroups, {
      description: 'The list in which editors find it. Visitors do not see it.',
      layout: 'menu',
      isRequired: true,
    }),
    orderRankField({ type: 'faqItem' }),
  ],
  orderings: [orderRankOrdering, orderBy('question', 'Question')],
  preview: { select: { title: 'question', subtitle: 'answer.0.children.0.text' } },
})
