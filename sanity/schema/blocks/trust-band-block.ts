import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { optionalHeadingField } from '../fields/text.ts'
import { defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const ICONS = ['phone', 'message', 'clock', 'shield', 'calendar', 'check']

const trustFact = defineObject('trustFact', 'Reason', { preview: { select: { title: 'title', subtitle: 'text' } } }, [
  field.text('title', 'Title', 40),
  field.text('text', 'Text', 70, { description: 'One short sentence, one or two lines on a phone.' }),
  field.choice('icon', 'Icon', ICONS, { initialValue: 'check', layout: 'menu' }),
])

export const trustBandBlock = defineBlock({
  name: 'trustBandBlock',
  title: 'Trust reasons',
  menu: ['prove'],
  icon: CheckmarkCircleIcon,
  description: 'One short row before the last call to action. Every sentence must be true today.',
  fields: [
    optionalHeadingField,
    field.list('facts', 'Reasons', [trustFact], {
      description: 'Four fit a row on desktop and a short list on a phone.',
      min: 2,
      max: 4,
    }),
  ],
  projection: 'heading, facts[]{ _key, title, text, icon }',
})
