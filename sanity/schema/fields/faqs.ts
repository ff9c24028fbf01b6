import { defineArrayMember, defineField } from '../define.ts'

/** References to questions, each at most once. */
export const faqsField = defineField({
  name: 'faqs',
  title: 'Questions',
  type: 'array',
  of: [defineArrayMember({ type: 'reference', to: [{ type: 'faqItem' }] })],
  description: 'Questions are written once, under FAQ, and can be shown in many places.',
  validation: (rule) => rule.unique(),
})
