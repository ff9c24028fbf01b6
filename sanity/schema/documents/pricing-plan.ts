import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineArrayMember, defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { getPlanLimitsError, toRuleResult, getYearlyPriceError } from '../validation/rules.ts'
import { joinSubtitle } from '../shared/preview.ts'

export const pricingPlanType = defineDocument('pricingPlan', 'Pricing plan', CreditCardIcon, {
  fieldsets: [
    { name: 'price', title: 'Price', options: { columns: 2 } },
    { name: 'calls', title: 'Calls per month', options: { columns: 2 } },
    {
      name: 'finder',
      title: 'Plan finder',
      description: 'The plan finder recommends this plan to these visitors.',
      options: { columns: 2 },
    },
  ],
  fields: [
    field.text('name', 'Name', 40),
    field.number('monthly', 'Monthly billing, USD per month', {
      fieldset: 'price',
      min: 0,
      max: 100_000,
      isRequired: true,
    }),
    field.ofType('number', 'yearly', 'Yearly billing, USD per month', {
      fieldset: 'price',
      validation: (rule) => [
        rule.required().min(0).max(100_000),
        rule
          .custom((yearlyPrice, { document }) =>
            toRuleResult(getYearlyPriceError(yearlyPrice, document?.monthly as number | undefined)),
          )
          .warning(),
      ],
    }),
    field.ofType('number', 'includedCalls', 'Answered calls included', {
      fieldset: 'calls',
      description: 'Shown beside the price. Used by the plan finder.',
      validation: (rule) => [
        rule.integer().min(0).max(1_000_000),
        rule.required().warning('If empty, the plan finder skips this plan.'),
      ],
    }),
    field.ofType('number', 'furtherCall', 'Extra call, USD', {
      fieldset: 'calls',
      description: 'Price of each answered call above the included calls. If empty, none is shown.',
      validation: (rule) => rule.min(0).max(1_000).precision(2),
    }),
    field.text('summary', 'Summary', limits.excerpt, {
      description: 'Who it’s for, in one sentence.',
      lines: 2,
    }),
    field.list(
      'features',
      'Features',
      [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(120) })],
      { min: 1, max: 12 },
    ),
    field.number('crews', 'Maximum crews', {
      fieldset: 'finder',
      description: 'If empty, any number of crews.',
      min: 1,
      max: 99,
      isInteger: true,
    }),
    field.toggle('eveningsOnly', 'Evening calls only', { fieldset: 'finder' }),
    field.optionalText('suits', 'Why this plan', limits.excerpt, {
      description: 'One or two sentences for visitors this plan fits.',
      lines: 2,
    }),
    field.ofType('text', 'limits', 'Why not this plan', {
      rows: 2,
      description: 'Shown beside the name if the plan doesn’t fit a visitor’s crews or hours: For up to four crews.',
      validation: (rule) => [
        rule.max(limits.excerpt),
        rule.custom((text, { document }) => toRuleResult(getPlanLimitsError(text, document))).warning(),
      ],
    }),
    field.toggle('highlighted', 'Recommended', { description: 'Mark at most one plan.' }),
    orderRankField({ type: 'pricingPlan' }),
  ],
  orderings: [orderRankOrdering, buildOrdering('monthly', 'Price', 'asc', 'price')],
  preview: {
    select: { title: 'name', monthly: 'monthly', yearly: 'yearly', calls: 'includedCalls', highlighted: 'highlighted' },
    prepare: ({ title, monthly, yearly, calls, highlighted }) => ({
      title,
      subtitle: joinSubtitle(
        typeof monthly === 'number' && `$${monthly} a month`,
        typeof yearly === 'number' && `$${yearly} billed yearly`,
        typeof calls === 'number' && `${calls} calls`,
        highlighted && 'recommended',
      ),
    }),
  },
})
