import { defineField } from '../define.ts'
import { limits } from '../limits.ts'

/** The heading every block has. */
export const headingField = defineField({
  name: 'heading',
  title: 'Heading',
  type: 'string',
  description: 'Says one thing, in five to nine words.',
  validation: (rule) => rule.required().max(limits.heading),
})

/** A heading that may be left out, for blocks that speak for themselves. */
export const optionalHeadingField = defineField({
  ...headingField,
  description: 'May stay empty.',
  validation: (rule) => rule.max(limits.heading),
})

/** The optional paragraph under a block's heading. */
export const leadTextField = defineField({
  name: 'text',
  title: 'Text',
  type: 'text',
  rows: 3,
  description: 'One or two sentences under the heading. May stay empty.',
  validation: (rule) => rule.max(limits.shortText),
})
