import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../limits.ts'
import { blockPreview } from './preview.ts'

export const pricingBlockType = defineType({
  name: 'pricingBlock',
  title: 'Prices',
  type: 'object',
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
  preview: blockPreview('Prices'),
})
