import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineArrayMember, defineDocument, orderBy } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { planLimitsError, verdict, yearlyPriceError } from '../validation/rules.ts'
import { subtitleOf } from '../shared/preview.ts'

export const pricingPlanType = defineDocument('pricingPlan', 'Pricing plan', CreditCardIcon, {
  fieldsets: [
    { name: 'price', title: 'Price', options: { columns: 2 } },
    { name: 'calls', title: 'Calls of a month', options: { columns: 2 } },
    {
      name: 'finder',
      title: 'Plan finder',
      description: 'Whom the plan finder offers it: to others it says why not.',
      options: { columns: 2 },
    },
  ],
  fields: [
    field.text('name', 'Name', 40),
    field.number('monthly', 'Billed monthly, USD a month', {
      fieldset: 'price',
      min: 0,
      max: 100_000,
      isRequired: true,
    }),
    field.of('number', 'yearly', 'Billed yearly, USD a month', {
      fieldset: 'price',
      validation: (rule) => [
        rule.required().min(0).max(100_000),
        rule
          .custom((yearly, { document }) => verdict(yearlyPriceError(yearly, document?.monthly as number | undefined)))
          .warning(),
      ],
    }),
    field.of('number', 'includedCalls', 'Answered calls included', {
      fieldset: 'calls',
      description: 'Stands beside the price, and is what the plan finder counts with.',
      validation: (rule) => [
        rule.integer().min(0).max(1_000_000),
        rule.required().warning('Without it the plan finder leaves this plan out.'),
      ],
    }),
    field.of('number', 'furtherCall', 'Each further call, USD', {
      fieldset: 'calls',
      description: 'What an answered call beyond those of the plan costs. Empty: the plan says nothing about it.',
      validation: (rule) => rule.min(0).max(1_000).precision(2),
    }),
    field.text('summary', 'Summary', limits.excerpt, {
      description: 'Who it is for, in one sentence.',
      lines: 2,
    }),
    field.list(
      'features',
      'What is in it',
      [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(120) })],
      { min: 1, max: 12 },
    ),
    field.number('crews', 'Crews at most', {
      fieldset: 'finder',
      description: 'Empty: for any number of crews.',
      min: 1,
      max: 99,
      isInteger: true,
    }),
    field.toggle('eveningsOnly', 'Meant for calls of the evening alone', { fieldset: 'finder' }),
    field.optionalText('suits', 'Why this plan', limits.excerpt, {
      description: 'One or two sentences for a visitor whose numbers it suits.',
      lines: 2,
    }),
    field.of('text', 'limits', 'Why not this plan', {
      rows: 2,
      description:
        'A few words beside its name, for a visitor with more crews, or with calls all day: For up to four crews.',
      validation: (rule) => [
        rule.max(limits.excerpt),
        rule.custom((text, { document }) => verdict(planLimitsError(text, document))).warning(),
      ],
    }),
    field.toggle('highlighted', 'Show it as our suggestion', { description: 'For one plan at most.' }),
    orderRankField({ type: 'pricingPlan' }),
  ],
  orderings: [orderRankOrdering, orderBy('monthly', 'Price', 'asc', 'price')],
  preview: {
    select: { title: 'name', monthly: 'monthly', yearly: 'yearly', calls: 'includedCalls', highlighted: 'highlighted' },
    prepare: ({ title, monthly, yearly, calls, highlighted }) => ({
      title,
      subtitle: subtitleOf(
        typeof monthly === 'number' && `$${monthly} a month`,
        typeof yearly === 'number' && `$${yearly} billed yearly`,
        typeof calls === 'number' && `${calls} calls`,
        highlighted && 'our suggestion',
      ),
    }),
  },
})
