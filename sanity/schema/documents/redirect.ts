import { TransferIcon } from '@sanity/icons/Transfer'
import { defineDocument, orderBy } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import {
  redirectDestinationError,
  chainWarning,
  destinationConflict,
  destinationRule,
  redirectSourceRule,
} from '../validation/redirect.ts'
import { unknownAddress } from '../validation/link.ts'

export const redirectType = defineDocument('redirect', 'Redirect', TransferIcon, {
  fields: [
    field.of('string', 'source', 'From', {
      description:
        'A path without a page: /old-pricing. Case, accents, a trailing slash and the query string are ignored.',
      placeholder: '/old-pricing',
      validation: (rule) => rule.required().custom(redirectSourceRule),
    }),
    field.of('string', 'destination', 'To', {
      description: 'A path on this site (/pricing) or a URL (https://example.com/page).',
      placeholder: '/pricing',
      validation: (rule) => [
        rule
          .required()
          .custom(
            (destination, context) =>
              redirectDestinationError(destination, context.document?.source as string | undefined) ??
              destinationRule(destinationConflict)(destination, context),
          ),
        rule.custom(destinationRule(chainWarning)).warning(),
        rule.custom(unknownAddress).warning(),
      ],
    }),
    field.toggle('permanent', 'Permanent', {
      description: 'Browsers and search engines remember permanent redirects. If in doubt, leave it off.',
    }),
  ],
  orderings: [orderBy('source', 'From')],
  preview: {
    select: { source: 'source', destination: 'destination', permanent: 'permanent' },
    prepare: ({ source, destination, permanent }) => ({
      title: source ?? 'No path yet',
      subtitle: `→ ${destination ?? '?'}${permanent ? ' · permanent' : ''}`,
    }),
  },
})
