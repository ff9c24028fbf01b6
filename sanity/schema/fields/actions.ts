import { defineArrayMember, defineField } from '../define.ts'

/** Up to two buttons; the first one is the one that matters. */
export const actionsField = defineField({
  name: 'actions',
  title: 'Buttons',
  type: 'array',
  of: [defineArrayMember({ type: 'link' })],
  description: 'At most two. The first one stands out. A label says what happens: “Request a Demo”, not “Click here”.',
  validation: (rule) => rule.max(2),
})
