import { ControlsIcon } from '@sanity/icons/Controls'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineField } from '../define.ts'
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
    defineField({
      name: 'missedCallsPerWeek',
      title: 'Missed calls a week',
      type: 'number',
      fieldset: 'start',
      initialValue: 8,
      validation: (rule) => rule.integer().min(0).max(500),
    }),
    defineField({
      name: 'bookedShare',
      title: 'Would have booked, %',
      type: 'number',
      fieldset: 'start',
      initialValue: 25,
      validation: (rule) => rule.min(0).max(100),
    }),
    defineField({
      name: 'averageTicket',
      title: 'Average job, USD',
      type: 'number',
      fieldset: 'start',
      initialValue: 350,
      validation: (rule) => rule.min(0).max(100_000),
    }),
  ],
  projection: 'heading, text, missedCallsPerWeek, bookedShare, averageTicket',
})
