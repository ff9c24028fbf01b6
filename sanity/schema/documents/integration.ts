import { PlugIcon } from '@sanity/icons/Plug'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { INTEGRATION_ROOT } from '../../../lib/routes.ts'
import { articleGroups, bodyField, seoField } from '../fields/article.ts'
import { slugField } from '../fields/slug.ts'
import { summaryField } from '../fields/summary.ts'
import { limits } from '../limits.ts'
import { webUrlError } from '../validation/href.ts'
import { verdict } from '../validation/rules.ts'

export const integrationType = defineType({
  name: 'integration',
  title: 'Integration',
  type: 'document',
  icon: PlugIcon,
  groups: articleGroups,
  fields: [
    defineField({
      name: 'name',
      title: 'Name',
      type: 'string',
      group: 'content',
      description: 'Without a logo the site shows its first eight characters.',
      validation: (rule) => rule.required().max(limits.label),
    }),
    slugField({ source: 'name', example: `${INTEGRATION_ROOT}/google-workspace`, group: 'content' }),
    summaryField({ description: 'What an owner gets from it. Shown in the list, in searches and under the heading.' }),
    defineField({
      name: 'kind',
      title: 'Kind of system',
      type: 'string',
      group: 'content',
      description: 'The heading that it is under in the list. One of a calendar is for every plan.',
      options: {
        layout: 'radio',
        list: [
          { value: 'calendars', title: 'Calendars' },
          { value: 'customers', title: 'Field service and CRM' },
          { value: 'accounting', title: 'Accounting' },
          { value: 'messages', title: 'Messages and automation' },
        ],
      },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'reads',
      title: 'Reads',
      type: 'string',
      group: 'content',
      description: 'In a few words: “customers, open jobs”.',
      validation: (rule) => rule.required().max(limits.note),
    }),
    defineField({
      name: 'writes',
      title: 'Writes',
      type: 'string',
      group: 'content',
      description: 'In a few words: “nothing”.',
      validation: (rule) => rule.required().max(limits.note),
    }),
    defineField({
      name: 'logo',
      title: 'Logo',
      type: 'imageWithAlt',
      group: 'content',
      description:
        'Shown at 78 × 36 pixels: upload an SVG, or 312 × 144 pixels, on a transparent ground, readable on dark and on light.',
    }),
    defineField({
      name: 'inTextColor',
      title: 'Draw the logo in the color of the text',
      type: 'boolean',
      group: 'content',
      description:
        'For a logo of one tone: it is then dark on light and light on dark. Leave it off for one with colors of its own.',
      initialValue: false,
      hidden: ({ document }) => !(document?.logo as { asset?: unknown } | undefined)?.asset,
    }),
    defineField({
      name: 'url',
      title: 'Address',
      type: 'url',
      group: 'content',
      description: 'The product’s own page.',
      validation: (rule) => rule.required().custom((url) => verdict(webUrlError(url))),
    }),
    bodyField,
    defineField({
      name: 'permissions',
      title: 'Permissions',
      type: 'array',
      group: 'content',
      of: [defineArrayMember({ type: 'integrationPermission' })],
      description: 'What the system asks its owner for, below the text.',
      validation: (rule) => rule.max(12),
    }),
    seoField,
    orderRankField({ type: 'integration' }),
  ],
  orderings: [orderRankOrdering, { title: 'Name', name: 'name', by: [{ field: 'name', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'url', media: 'logo' } },
})
