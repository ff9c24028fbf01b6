import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { limits } from '../limits.ts'
import { planLimitsError, verdict, yearlyPriceError } from '../validation/rules.ts'
import { subtitleOf } from '../preview.ts'

export const pricingPlanType = defineType({
  name: 'pricingPlan',
  title: 'Pricing plan',
  type: 'document',
  icon: CreditCardIcon,
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
    defineField({ name: 'name', title: 'Name', type: 'string', validation: (rule) => rule.required().max(40) }),
    defineField({
      name: 'monthly',
      title: 'Billed monthly, USD a month',
      type: 'number',
      fieldset: 'price',
      validation: (rule) => rule.required().min(0).max(100_000),
    }),
    defineField({
      name: 'yearly',
      title: 'Billed yearly, USD a month',
      type: 'number',
      fieldset: 'price',
      validation: (rule) => [
        rule.required().min(0).max(100_000),
        rule
          .custom((yearly, { document }) => verdict(yearlyPriceError(yearly, document?.monthly as number | undefined)))
          .warning(),
      ],
    }),
    defineField({
      name: 'includedCalls',
      title: 'Answered calls included',
      type: 'number',
      fieldset: 'calls',
      description: 'Stands beside the price, and is what the plan finder counts with.',
      validation: (rule) => [
        rule.integer().min(0).max(1_000_000),
        rule.required().warning('Without it the plan finder leaves this plan out.'),
      ],
    }),
    defineField({
      name: 'furtherCall',
      title: 'Each further call, USD',
      type: 'number',
      fieldset: 'calls',
      description: 'What an answered call beyond those of the plan costs. Empty: the plan says nothing about it.',
      validation: (rule) => rule.min(0).max(1_000).precision(2),
    }),
    defineField({
      name: 'summary',
      title: 'Summary',
      type: 'text',
      rows: 2,
      description: 'Who it is for, in one sentence.',
      validation: (rule) => rule.required().max(limits.excerpt),
    }),
    defineField({
      name: 'features',
      title: 'What is in it',
      type: 'array',
      of: [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(120) })],
      validation: (rule) => rule.required().min(1).max(12),
    }),
    defineField({
      name: 'crews',
      title: 'Crews at most',
      type: 'number',
      fieldset: 'finder',
      description: 'Empty: for any number of crews.',
      validation: (rule) => rule.integer().min(1).max(99),
    }),
    defineField({
      name: 'eveningsOnly',
      title: 'Meant for calls of the evening alone',
      type: 'boolean',
      fieldset: 'finder',
      initialValue: false,
    }),
    defineField({
      name: 'suits',
      title: 'Why this plan',
      type: 'text',
      rows: 2,
      description: 'One or two sentences for a visitor whose numbers it suits.',
      validation: (rule) => rule.max(limits.excerpt),
    }),
    defineField({
      name: 'limits',
      title: 'Why not this plan',
      type: 'text',
      rows: 2,
      description:
        'A few words beside its name, for a visitor with more crews, or with calls all day: For up to four crews.',
      validation: (rule) => [
        rule.max(limits.excerpt),
        rule.custom((text, { document }) => verdict(planLimitsError(text, document))).warning(),
      ],
    }),
    defineField({
      name: 'highlighted',
      title: 'Show it as our suggestion',
      type: 'boolean',
      description: 'For one plan at most.',
      initialValue: false,
    }),
    orderRankField({ type: 'pricingPlan' }),
  ],
  orderings: [orderRankOrdering, { title: 'Price', name: 'price', by: [{ field: 'monthly', direction: 'asc' }] }],
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
