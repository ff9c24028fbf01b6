import { LockIcon } from '@sanity/icons/Lock'
import { PlugIcon } from '@sanity/icons/Plug'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { INTEGRATION_ROOT } from '../../../lib/routes.ts'
import { slugField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { defineDocument, defineObject, orderBy } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

export const integrationPermissionType = defineObject(
  'integrationPermission',
  'Permission',
  { icon: LockIcon, preview: { select: { title: 'words', subtitle: 'scope' } } },
  [
    field.text('words', 'What it allows', 100, { description: 'In plain words: “See when you are busy, not why”.' }),
    field.text('scope', 'Technical name', 120, { description: 'As the other system writes it.' }),
    field.toggle('onlyToWrite', 'Only with writing switched on'),
  ],
)

const KINDS = {
  calendars: 'Calendars',
  customers: 'Field service and CRM',
  accounting: 'Accounting',
  messages: 'Messages and automation',
}

export const integrationType = defineDocument('integration', 'Integration', PlugIcon, {
  groups: article.groups,
  fields: [
    ...article.withSeo([
      field.text('name', 'Name', limits.label, {
        description: 'Without a logo the site shows its first eight characters.',
      }),
      slugField({ source: 'name', example: `${INTEGRATION_ROOT}/google-workspace` }),
      article.summary({
        description: 'What an owner gets from it. Shown in the list, in searches and under the heading.',
      }),
      field.choice('kind', 'Kind of system', KINDS, {
        description: 'The heading that it is under in the list. One of a calendar is for every plan.',
        layout: 'column',
        isRequired: true,
      }),
      field.text('reads', 'Reads', limits.note, { description: 'In a few words: “customers, open jobs”.' }),
      field.text('writes', 'Writes', limits.note, { description: 'In a few words: “nothing”.' }),
      field.image('logo', 'Logo', {
        description:
          'Shown at 78 × 36 pixels: upload an SVG, or 312 × 144 pixels, on a transparent ground, readable on dark and on light.',
      }),
      field.toggle('inTextColor', 'Draw the logo in the color of the text', {
        description:
          'For a logo of one tone: it is then dark on light and light on dark. Leave it off for one with colors of its own.',
        hidden: ({ document }) => !(document?.logo as { asset?: unknown } | undefined)?.asset,
      }),
      field.webAddress('url', 'Address', { description: 'The product’s own page.' }),
      article.body,
      field.list('permissions', 'Permissions', [{ type: 'integrationPermission' }], {
        description: 'What the system asks its owner for, below the text.',
        max: 12,
      }),
    ]),
    orderRankField({ type: 'integration' }),
  ],
  orderings: [orderRankOrdering, orderBy('name', 'Name')],
  preview: { select: { title: 'name', subtitle: 'url', media: 'logo' } },
})
