import { OlistIcon } from '@sanity/icons/Olist'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { headingField, leadTextField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

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

export const stepsBlockType = defineType({
  name: 'stepsBlock',
  title: 'Steps',
  type: 'object',
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
  preview: blockPreview('Steps'),
})
