import { ControlsIcon } from '@sanity/icons/Controls'
import { headingField, leadTextField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const calculatorBlock = defineBlock({
  name: 'calculatorBlock',
  title: 'Missed-call calculator',
  menu: ['show'],
  icon: ControlsIcon,
  description: 'What missed calls cost. Visitors enter their own numbers; these are where the calculator starts.',
  fieldsets: [{ name: 'start', title: 'Starting values', options: { columns: 3 } }],
  fields: [
    headingField,
    leadTextField,
    field.number('missedCallsPerWeek', 'Missed calls a week', {
      fieldset: 'start',
      initialValue: 8,
      min: 0,
      max: 500,
      isInteger: true,
    }),
    field.number('bookedShare', 'Would have booked, %', { fieldset: 'start', initialValue: 25, min: 0, max: 100 }),
    field.number('averageTicket', 'Average job, USD', { fieldset: 'start', initialValue: 350, min: 0, max: 100_000 }),
  ],
  projection: 'heading, text, missedCallsPerWeek, bookedShare, averageTicket',
})
