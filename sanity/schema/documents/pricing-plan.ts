import { CreditCardIcon } from '@sanity/icons/CreditCard'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { limits } from '../limits.ts'
import { verdict, yearlyPriceError } from '../validation/rules.ts'
import { subtitleOf } from '../preview.ts'

export const pricingPlanType = defineType({
  name: 'pricingPlan',
  title: 'Pricing plan',
  type: 'document',
  icon: CreditCardIcon,
  fieldsets: [{ name: 'price', title: 'Price', options: { columns: 2 } }],
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
      name: 'furtherCall',
      title: 'Each further call, USD',
      type: 'number',
      description: 'What an answered call beyond those of the plan costs. Empty: the plan says nothing about it.',
      validation: (rule) => rule.min(0).max(1_000).precision(2),
    }),
    defineField({
      name: 'highlighted',
      title: 'Show it as the usual choice',
      type: 'boolean',
      description: 'For one plan at most.',
      initialValue: false,
    }),
    orderRankField({ type: 'pricingPlan' }),
  ],
  orderings: [orderRankOrdering, { title: 'Price', name: 'price', by: [{ field: 'monthly', direction: 'asc' }] }],
  preview: {
    select: { title: 'name', monthly: 'monthly', yearly: 'yearly', highlighted: 'highlighted' },
    prepare: ({ title, monthly, yearly, highlighted }) => ({
      title,
      subtitle: subtitleOf(
        typeof monthly === 'number' && `$${monthly} a month`,
        typeof yearly === 'number' && `$${yearly} billed yearly`,
        highlighted && 'usual choice',
      ),
    }),
  },
})
