import { FilterIcon } from '@sanity/icons/Filter'
import { headingField, leadTextField } from '../fields/text.ts'
import { referenceTo } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
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
    field.list('plans', 'Plans', [referenceTo('pricingPlan')], {
      description: 'From the smallest to the largest. A plan without its number of included calls is left out.',
      isUnique: true,
      min: 2,
      max: 4,
    }),
    field.number('calls', 'Answered calls a month', {
      fieldset: 'start',
      initialValue: 200,
      min: 0,
      max: 20_000,
      isInteger: true,
    }),
    field.choice(
      'when',
      'When they come',
      { evenings: 'Evenings only', day: 'All day' },
      { fieldset: 'start', initialValue: 'day' },
    ),
    field.number('crews', 'Crews', { fieldset: 'start', initialValue: 1, min: 1, max: 99, isInteger: true }),
    field.optionalText('note', 'Note', limits.shortText, {
      description: 'How the numbers are meant, and what they leave out. May stay empty.',
      lines: 2,
    }),
  ],
  projection: `heading, text, note, calls, when, crews, plans[]->{
    _id, name, monthly, yearly, includedCalls, furtherCall, crews, eveningsOnly, suits, limits
  }`,
})
