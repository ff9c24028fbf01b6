import { OlistIcon } from '@sanity/icons/Olist'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

const step = defineArrayMember({
  name: 'step',
  title: 'Step',
  type: 'object',
  fields: [
    defineField({ name: 'title', title: 'Title', type: 'string', validation: (rule) => rule.required().max(60) }),
    defineField({ name: 'text', title: 'Text', type: 'text', rows: 3, validation: (rule) => rule.required().max(260) }),
  ],
  preview: { select: { title: 'title', subtitle: 'text' } },
})

export const stepsBlock = defineBlock({
  name: 'stepsBlock',
  title: 'Steps',
  menu: ['show'],
  icon: OlistIcon,
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'steps',
      title: 'Steps',
      type: 'array',
      of: [step],
      description: 'In order. The site numbers them.',
      validation: (rule) => rule.required().min(2).max(6),
    }),
  ],
  projection: 'heading, text, steps[]{ _key, title, text }',
})
