import { BellIcon } from '@sanity/icons/Bell'
import type { ValidationContext } from 'sanity'
import { apiVersion } from '../../api-version.ts'
import { toPublishedId } from '../../document-id.ts'
import { defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { formatShortDate } from '../shared/preview.ts'
import { toRuleResult } from '../validation/rules.ts'

const OVERLAPPING_QUERY = `*[
  _type == "announcement" && !sanity::versionOf($id) &&
  (!defined(end) || end > $start) && (!defined($end) || coalesce(start, _createdAt) < $end)
][0].text`

/** Returns an error if the end is not after the start. Dates are ISO strings. */
function getEndError(start: string | undefined, end: string | undefined): string | undefined {
  if (!start || !end || Date.parse(end) > Date.parse(start)) return undefined
  return 'The end must be after the start.'
}

/** Returns a warning if another announcement, published or not, overlaps. */
async function findOverlapWarning({ document, getClient }: ValidationContext): Promise<string | undefined> {
  if (!document) return undefined
  const client = getClient({ apiVersion }).withConfig({ perspective: 'raw' })
  const text = await client.fetch<string | null>(OVERLAPPING_QUERY, {
    id: toPublishedId(document._id),
    start: document.start ?? document._createdAt ?? new Date().toISOString(),
    end: document.end ?? null,
  })
  return text === null ? undefined : `“${text}” is active at the same time. Visitors see the one that starts later.`
}

export const announcementType = defineDocument('announcement', 'Announcement', BellIcon, {
  description:
    'One line above the header on every page. If several are active, visitors see the one that started last.',
  fields: [
    field.text('text', 'Text', 120, {
      description: 'One sentence. Visitors who dismissed it see it again after you edit it.',
    }),
    field.link('link', 'Link', { description: 'Optional.' }),
    field.ofType('datetime', 'start', 'Start', {
      description: 'In your time zone. If empty, it starts when you publish it.',
      validation: (rule) =>
        rule.custom(async (_, context) => toRuleResult(await findOverlapWarning(context))).warning(),
    }),
    field.ofType('datetime', 'end', 'End', {
      description: 'If empty, it stays until you unpublish it.',
      validation: (rule) =>
        rule.custom((end, { document }) => toRuleResult(getEndError(document?.start as string | undefined, end))),
    }),
  ],
  orderings: [buildOrdering('start', 'Start', 'desc')],
  preview: {
    select: { title: 'text', start: 'start', end: 'end' },
    prepare: ({ title, start, end }) => ({
      title,
      subtitle: `${formatShortDate(start) ?? 'Immediately'} – ${formatShortDate(end) ?? 'no end'}`,
    }),
  },
})
