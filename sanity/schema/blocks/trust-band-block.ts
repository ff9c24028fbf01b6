import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { optionalHeadingField } from '../fields/text.ts'
import { defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const ICONS = ['phone', 'message', 'clock', 'shield', 'calendar', 'check']

const fact = defineObject('trustFact', 'Reason', { preview: { select: { title: 'title', subtitle: 'text' } } }, [
  field.text('title', 'Title', 40),
  field.text('text', 'Text', 70, { description: 'One short sentence: on a phone it has one or two lines.' }),
  field.choice('icon', 'Icon', ICONS, { initialValue: 'check', layout: 'menu' }),
])

export const trustBandBlock = defineBlock({
  name: 'trustBandBlock',
  title: 'Reasons to trust',
  menu: ['prove'],
  icon: CheckmarkCircleIcon,
  description: 'One short row before the last call to action. Each sentence has to be true of the product, today.',
  fields: [
    optionalHeadingField,
    field.list('facts', 'Reasons', [fact], {
      description: 'Four make a row on a desktop and a short list on a phone.',
      min: 2,
      max: 4,
    }),
  ],
  projection: 'heading, facts[]{ _key, title, text, icon }',
})
