import { LockIcon } from '@sanity/icons/Lock'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineField, defineType } from 'sanity'
import { limits } from '../limits.ts'

export const trustBadgeType = defineType({
  name: 'trustBadge',
  title: 'Trust badge',
  type: 'document',
  icon: LockIcon,
  fields: [
    defineField({
      name: 'name',
      title: 'Name',
      type: 'string',
      description:
        'The standard as it is written, for example SOC 2 Type II. List only what the company can show papers for.',
      validation: (rule) => rule.required().max(limits.label),
    }),
    defineField({
      name: 'description',
      title: 'What it means to an owner',
      type: 'text',
      rows: 3,
      description: 'What the standard covers, without jargon.',
      validation: (rule) => rule.required().max(limits.shortText),
    }),
    orderRankField({ type: 'trustBadge' }),
  ],
  orderings: [orderRankOrdering],
  preview: { select: { title: 'name', subtitle: 'description' } },
})
