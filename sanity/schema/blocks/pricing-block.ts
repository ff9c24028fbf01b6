import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../limits.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const pricingBlock = defineBlock({
  name: 'pricingBlock',
  title: 'Prices',
  menu: ['list'],
  icon: CreditCardIcon,
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'plans',
      title: 'Plans',
      type: 'array',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'pricingPlan' }] })],
      description: 'From left to right. Plans are written once, under Pricing plans.',
      validation: (rule) => rule.unique().max(4),
    }),
    defineField({
      name: 'note',
      title: 'Note',
      type: 'text',
      rows: 2,
      description: 'What is not in the price: taxes, minutes beyond the plan. May stay empty.',
      validation: (rule) => rule.max(limits.shortText),
    }),
  ],
  projection: `heading, text, note, plans[]->{
    _id, name, monthly, yearly, includedCalls, furtherCall, summary, features, highlighted
  }`,
})
