import { LockIcon } from '@sanity/icons/Lock'
import { PlugIcon } from '@sanity/icons/Plug'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { INTEGRATION_ROOT } from '../../../lib/routes.ts'
import { defineSlugField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { defineDocument, defineObject, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'

export const integrationPermissionType = defineObject(
  'integrationPermission',
  'Permission',
  { icon: LockIcon, preview: { select: { title: 'words', subtitle: 'scope' } } },
  [
    field.text('words', 'Description', 100, { description: 'In plain words: “See free/busy times only”.' }),
    field.text('scope', 'Technical name', 120, { description: 'Exactly as in the other system.' }),
    field.toggle('onlyToWrite', 'Only with write access'),
  ],
)

const INTEGRATION_KINDS = {
  calendars: 'Calendars',
  customers: 'Field service and CRM',
  accounting: 'Accounting',
  messages: 'Messages and automation',
}

export const integrationType = defineDocument('integration', 'Integration', PlugIcon, {
  groups: article.groups,
  fields: [
    ...article.addSeoField([
      field.text('name', 'Name', limits.label, {
        description: 'Without a logo, the site shows the first eight characters.',
      }),
      defineSlugField({ source: 'name', example: `${INTEGRATION_ROOT}/google-workspace` }),
      article.defineSummaryField({
        description: 'What the owner gets. Shown in the list, in search results and under the heading.',
      }),
      field.choice('kind', 'System type', INTEGRATION_KINDS, {
        description: 'Its heading in the list. Calendars are included in every plan.',
        layout: 'column',
        isRequired: true,
      }),
      field.text('reads', 'Reads', limits.note, { description: 'A few words: “customers, open jobs”.' }),
      field.text('writes', 'Writes', limits.note, { description: 'A few words: “nothing”.' }),
      field.image('logo', 'Logo', {
        description:
          'Shown at 78 × 36 pixels. Upload an SVG or a 312 × 144 pixel image with a transparent background that works on dark and light.',
      }),
      field.toggle('inTextColor', 'Show the logo in the text color', {
        description:
          'For single-color logos: dark on light, light on dark. Leave it off for logos with several colors.',
        hidden: ({ document }) => !(document?.logo as { asset?: unknown } | undefined)?.asset,
      }),
      field.webAddress('url', 'URL', { description: 'The product’s website.' }),
      article.body,
      field.list('permissions', 'Permissions', [{ type: 'integrationPermission' }], {
        description: 'Permissions the owner grants. Shown below the text.',
        max: 12,
      }),
    ]),
    orderRankField({ type: 'integration' }),
  ],
  orderings: [orderRankOrdering, buildOrdering('name', 'Name')],
  preview: { select: { title: 'name', subtitle: 'url', media: 'logo' } },
})
