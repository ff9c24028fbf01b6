import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineField, defineType } from 'sanity'

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
  ],
  orderings: [{ title: 'Question', name: 'question', by: [{ field: 'question', direction: 'asc' }] }],
  preview: { select: { title: 'question', subtitle: 'answer.0.children.0.text' } },
})
