import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../shared/limits.ts'
import { referenceTo } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const pricingBlock = defineBlock({
  name: 'pricingBlock',
  title: 'Prices',
  menu: ['list'],
  icon: CreditCardIcon,
  fields: [
    headingField,
    leadTextField,
    field.list('plans', 'Plans', [referenceTo('pricingPlan')], {
      description: 'From left to right. Plans are written once, under Pricing plans.',
      isUnique: true,
      max: 4,
    }),
    field.optionalText('note', 'Note', limits.shortText, {
      description: 'What is not in the price: taxes, minutes beyond the plan. May stay empty.',
      lines: 2,
    }),
  ],
  projection: `heading, text, note, plans[]->{
    _id, name, monthly, yearly, includedCalls, furtherCall, summary, features, highlighted
  }`,
})
