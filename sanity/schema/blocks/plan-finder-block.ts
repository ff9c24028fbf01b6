import { FilterIcon } from '@sanity/icons/Filter'
import { headingField, leadTextField } from '../fields/text.ts'
import { radioOptions } from '../fields/radio-options.ts'
import { limits } from '../limits.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const planFinderBlock = defineBlock({
  name: 'planFinderBlock',
  title: 'Plan finder',
  menu: ['list', 'show'],
  icon: FilterIcon,
  description:
    'Visitors enter calls, hours and crews, and see which plan that is and what it costs. Its numbers are those of the pricing plans.',
  fieldsets: [{ name: 'start', title: 'Starting values', options: { columns: 3 } }],
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'plans',
      title: 'Plans',
      type: 'array',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'pricingPlan' }] })],
      description: 'From the smallest to the largest. A plan without its number of included calls is left out.',
      validation: (rule) => rule.required().unique().min(2).max(4),
    }),
    defineField({
      name: 'calls',
      title: 'Answered calls a month',
      type: 'number',
      fieldset: 'start',
      initialValue: 200,
      validation: (rule) => rule.integer().min(0).max(20_000),
    }),
    defineField({
      name: 'when',
      title: 'When they come',
      type: 'string',
      fieldset: 'start',
      options: radioOptions([
        { title: 'Evenings only', value: 'evenings' },
        { title: 'All day', value: 'day' },
      ]),
      initialValue: 'day',
    }),
    defineField({
      name: 'crews',
      title: 'Crews',
      type: 'number',
      fieldset: 'start',
      initialValue: 1,
      validation: (rule) => rule.integer().min(1).max(99),
    }),
    defineField({
      name: 'note',
      title: 'Note',
      type: 'text',
      rows: 2,
      description: 'How the numbers are meant, and what they leave out. May stay empty.',
      validation: (rule) => rule.max(limits.shortText),
    }),
  ],
  projection: `heading, text, note, calls, when, crews, plans[]->{
    _id, name, monthly, yearly, includedCalls, furtherCall, crews, eveningsOnly, suits, limits
  }`,
})
