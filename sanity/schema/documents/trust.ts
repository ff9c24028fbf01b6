import { CommentIcon } from '@sanity/icons/Comment'
import { LockIcon } from '@sanity/icons/Lock'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { joinSubtitle, formatShortDate } from '../shared/preview.ts'
import { toRuleResult } from '../validation/rules.ts'

export const testimonialType = defineDocument('testimonial', 'Testimonial', CommentIcon, {
  fields: [
    field.text('quote', 'Quote', 480, {
      description: 'The customer’s own words, with their written consent. Never edited, never made up.',
      lines: 4,
    }),
    field.text('name', 'Name', 80),
    field.text('company', 'Company', 80),
    field.optionalText('role', 'Role', 80),
    field.image('photo', 'Photo'),
  ],
  orderings: [buildOrdering('company', 'Company')],
  preview: {
    select: { title: 'quote', name: 'name', company: 'company', media: 'photo' },
    prepare: ({ title, name, company, media }) => ({ title, subtitle: joinSubtitle(name, company), media }),
  },
})

const BADGE_STATES = { preparation: 'In progress', report: 'Report available on request' }

export const trustBadgeType = defineDocument('trustBadge', 'Trust badge', LockIcon, {
  fields: [
    field.text('name', 'Name', limits.label, {
      description: 'Official name of the standard, such as SOC 2 Type II.',
    }),
    field.text('description', 'Description', limits.shortText, {
      description: 'What the standard covers, in plain words.',
      lines: 3,
    }),
    field.choice('state', 'Status', BADGE_STATES, {
      description: 'Shown beside the name. If empty, the badge isn’t shown.',
      layout: 'column',
      isRequired: true,
    }),
    field.ofType('date', 'reportDate', 'Report date', {
      description: 'Date of the report you send on request.',
      hidden: ({ document }) => document?.state !== 'report',
      validation: (rule) =>
        rule.custom((date, { document }) =>
          toRuleResult(getReportDateError(date, document?.state as string | undefined)),
        ),
    }),
    orderRankField({ type: 'trustBadge' }),
  ],
  orderings: [orderRankOrdering],
  preview: {
    select: { title: 'name', state: 'state', reportDate: 'reportDate' },
    prepare: ({ title, state, reportDate }) => ({ title, subtitle: formatBadgeSubtitle(state, reportDate) }),
  },
})

function formatBadgeSubtitle(state: unknown, reportDate: unknown): string {
  if (state === 'preparation') return BADGE_STATES.preparation
  if (state !== 'report') return 'Not shown: choose a status'
  const date = formatShortDate(reportDate)
  return date ? joinSubtitle(`Report dated ${date}`, 'on request') : 'Not shown: enter the report date'
}

/** Returns an error if a badge with an available report has no report date. */
function getReportDateError(date: string | undefined, state: string | undefined): string | undefined {
  if (state !== 'report' || date) return undefined
  return 'Enter the report date. Without it, the badge isn’t shown.'
}
