import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineField, defineType } from 'sanity'

/** What questions are about; the desk has a list of each. */
export const faqGroups = [
  { value: 'product', title: 'The product' },
  { value: 'pricing', title: 'Pricing' },
  { value: 'trust', title: 'Data and trust' },
  { value: 'local', title: 'Cities and seasons' },
  { value: 'search', title: 'SEO services' },
]

export const faqItemType = defineType({
  name: 'faqItem',
  title: 'Question',
  type: 'document',
  icon: HelpCircleIcon,
  fields: [
    defineField({
      name: 'question',
      title: 'Question',
      type: 'string',
      description: 'As a visitor would ask it.',
      validation: (rule) => rule.required().max(120),
    }),
    defineField({
      name: 'answer',
      title: 'Answer',
      type: 'portableText',
      description: 'Answer in the first sentence, explain after it.',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'group',
      title: 'About',
      type: 'string',
      description: 'The list in which editors find it. Visitors do not see it.',
      options: { list: faqGroups },
      validation: (rule) => rule.required(),
    }),
    orderRankField({ type: 'faqItem' }),
  ],
  orderings: [
    orderRankOrdering,
    { title: 'Question', name: 'question', by: [{ field: 'question', direction: 'asc' }] },
  ],
  preview: { select: { title: 'question', subtitle: 'answer.0.children.0.text' } },
})
