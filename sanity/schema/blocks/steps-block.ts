import { OlistIcon } from '@sanity/icons/Olist'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const step = defineObject('step', 'Step', { preview: { select: { title: 'title', subtitle: 'text' } } }, [
  field.text('title', 'Title', 60),
  field.text('text', 'Text', 260, { lines: 3 }),
])

export const stepsBlock = defineBlock({
  name: 'stepsBlock',
  title: 'Steps',
  menu: ['show'],
  icon: OlistIcon,
  fields: [
    headingField,
    leadTextField,
    field.list('steps', 'Steps', [step], { description: 'In order. Numbered automatically.', min: 2, max: 6 }),
  ],
  projection: 'heading, text, steps[]{ _key, title, text }',
})
