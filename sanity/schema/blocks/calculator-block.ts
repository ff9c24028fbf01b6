import { ControlsIcon } from '@sanity/icons/Controls'
import { headingField, leadTextField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const calculatorBlock = defineBlock({
  name: 'calculatorBlock',
  title: 'Missed-call calculator',
  menu: ['show'],
  icon: ControlsIcon,
  description: 'Cost of missed calls. Visitors change the starting values below to their own numbers.',
  fieldsets: [{ name: 'start', title: 'Starting values', options: { columns: 3 } }],
  fields: [
    headingField,
    leadTextField,
    field.number('missedCallsPerWeek', 'Missed calls per week', {
      fieldset: 'start',
      initialValue: 8,
      min: 0,
      max: 500,
      isInteger: true,
    }),
    field.number('bookedShare', 'Share that would have booked, %', {
      fieldset: 'start',
      initialValue: 25,
      min: 0,
      max: 100,
    }),
    field.number('averageTicket', 'Average ticket, USD', {
      fieldset: 'start',
      initialValue: 350,
      min: 0,
      max: 100_000,
    }),
  ],
  projection: 'heading, text, missedCallsPerWeek, bookedShare, averageTicket',
})
