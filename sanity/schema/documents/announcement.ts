import { BellIcon } from '@sanity/icons/Bell'
import { defineField, defineType } from 'sanity'
import { shortDate } from '../preview.ts'
import { endError, overlapWarning } from '../validation/announcement.ts'
import { verdict } from '../validation/rules.ts'

export const announcementType = defineType({
  name: 'announcement',
  title: 'Announcement',
  type: 'document',
  icon: BellIcon,
  description: 'One line above the header, on every page. Visitors see the one that began last.',
  fields: [
    defineField({
      name: 'text',
      title: 'Text',
      type: 'string',
      description: 'One sentence. A visitor who dismissed it sees it again when you change it.',
      validation: (rule) => rule.required().max(120),
    }),
    defineField({ name: 'link', title: 'Link', type: 'link', description: 'May stay empty.' }),
    defineField({
      name: 'start',
      title: 'Begins',
      type: 'datetime',
      description: 'In your own time zone. Left empty, it begins when it is published.',
      validation: (rule) => rule.custom(async (_, context) => verdict(await overlapWarning(context))).warning(),
    }),
    defineField({
      name: 'end',
      title: 'Ends',
      type: 'datetime',
      description: 'Left empty, it stays until somebody unpublishes it.',
      validation: (rule) =>
        rule.custom((end, { document }) => verdict(endError(document?.start as string | undefined, end))),
    }),
  ],
  orderings: [{ title: 'Begins', name: 'start', by: [{ field: 'start', direction: 'desc' }] }],
  preview: {
    select: { title: 'text', start: 'start', end: 'end' },
    prepare: ({ title, start, end }) => ({
      title,
      subtitle: `${shortDate(start) ?? 'At once'} – ${shortDate(end) ?? 'no end'}`,
    }),
  },
})
