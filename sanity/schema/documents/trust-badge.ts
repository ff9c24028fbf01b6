import { LockIcon } from '@sanity/icons/Lock'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineField, defineType } from 'sanity'
import { limits } from '../limits.ts'
import { shortDate, subtitleOf } from '../preview.ts'
import { reportDateError } from '../validation/trust.ts'
import { verdict } from '../validation/rules.ts'

export const BADGE_STATES = [
  { title: 'In preparation', value: 'preparation' },
  { title: 'Report of a date, on request', value: 'report' },
]

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
      description: 'The standard as it is written, for example SOC 2 Type II.',
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
    defineField({
      name: 'state',
      title: 'How far it is',
      type: 'string',
      options: { list: BADGE_STATES, layout: 'radio' },
      description: 'Shown beside the name. Without it the badge is not on the site: nobody can tell what it claims.',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'reportDate',
      title: 'Date of the report',
      type: 'date',
      description: 'Of the report that the company sends to whoever asks for it.',
      hidden: ({ document }) => document?.state !== 'report',
      validation: (rule) =>
        rule.custom((date, { document }) => verdict(reportDateError(date, document?.state as string | undefined))),
    }),
    orderRankField({ type: 'trustBadge' }),
  ],
  orderings: [orderRankOrdering],
  preview: {
    select: { title: 'name', state: 'state', reportDate: 'reportDate' },
    prepare: ({ title, state, reportDate }) => ({ title, subtitle: badgeSubtitle(state, reportDate) }),
  },
})

/** What the list says of a badge: its state, or why it is not on the site. */
function badgeSubtitle(state: unknown, reportDate: unknown): string {
  if (state === 'preparation') return 'In preparation'
  if (state !== 'report') return 'Not shown: choose how far it is'
  const date = shortDate(reportDate)
  return date ? subtitleOf(`Report of ${date}`, 'on request') : 'Not shown: enter the date of the report'
}
