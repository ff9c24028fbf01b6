import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { optionalHeadingField } from '../fields/text.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

const ICONS = ['phone', 'message', 'clock', 'shield', 'calendar', 'check']

const fact = defineArrayMember({
  name: 'trustFact',
  title: 'Reason',
  type: 'object',
  fields: [
    defineField({ name: 'title', title: 'Title', type: 'string', validation: (rule) => rule.required().max(40) }),
    defineField({
      name: 'text',
      title: 'Text',
      type: 'string',
      description: 'One short sentence: on a phone it has one or two lines.',
      validation: (rule) => rule.required().max(70),
    }),
    defineField({ name: 'icon', title: 'Icon', type: 'string', options: { list: ICONS }, initialValue: 'check' }),
  ],
  preview: { select: { title: 'title', subtitle: 'text' } },
})

export const trustBandBlock = defineBlock({
  name: 'trustBandBlock',
  title: 'Reasons to trust',
  menu: ['prove'],
  icon: CheckmarkCircleIcon,
  description: 'One short row before the last call to action. Each sentence has to be true of the product, today.',
  fields: [
    optionalHeadingField,
    defineField({
      name: 'facts',
      title: 'Reasons',
      type: 'array',
      of: [fact],
      description: 'Four make a row on a desktop and a short list on a phone.',
      validation: (rule) => rule.required().min(2).max(4),
    }),
  ],
  projection: 'heading, facts[]{ _key, title, text, icon }',
})
