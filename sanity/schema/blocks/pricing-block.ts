import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../shared/limits.ts'
import { buildReference } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const pricingBlock = defineBlock({
  name: 'pricingBlock',
  title: 'Pricing',
  menu: ['list'],
  icon: CreditCardIcon,
  fields: [
    headingField,
    leadTextField,
    field.list('plans', 'Plans', [buildReference('pricingPlan')], {
      description: 'From left to right. Edit plans under Pricing plans.',
      isUnique: true,
      max: 4,
    }),
    field.optionalText('note', 'Note', limits.shortText, {
      description: 'What the price doesn’t include, such as taxes. Optional.',
      lines: 2,
    }),
  ],
  projection: `heading, text, note, plans[]->{
    _id, name, monthly, yearly, includedCalls, furtherCall, summary, features, highlighted
  }`,
})
