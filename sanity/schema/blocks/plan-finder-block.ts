import { FilterIcon } from '@sanity/icons/Filter'
import { headingField, leadTextField } from '../fields/text.ts'
import { buildReference } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { defineBlock } from './define-block.ts'

export const planFinderBlock = defineBlock({
  name: 'planFinderBlock',
  title: 'Plan finder',
  menu: ['list', 'show'],
  icon: FilterIcon,
  description: 'Visitors enter calls, hours and crews and see the right plan and its price. Uses the pricing plans.',
  fieldsets: [{ name: 'start', title: 'Starting values', options: { columns: 3 } }],
  fields: [
    headingField,
    leadTextField,
    field.list('plans', 'Plans', [buildReference('pricingPlan')], {
      description: 'From smallest to largest. Plans that include no calls are skipped.',
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
      'When calls come in',
      { evenings: 'Evenings only', day: 'All day' },
      { fieldset: 'start', initialValue: 'day' },
    ),
    field.number('crews', 'Crews', { fieldset: 'start', initialValue: 1, min: 1, max: 99, isInteger: true }),
    field.optionalText('note', 'Note', limits.shortText, {
      description: 'What the numbers include and exclude. Optional.',
      lines: 2,
    }),
  ],
  projection: `heading, text, note, calls, when, crews, plans[]->{
    _id, name, monthly, yearly, includedCalls, furtherCall, crews, eveningsOnly, suits, limits
  }`,
})
