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
        'A path of this site that has no page: /old-pricing. Letter case, accents and a slash at the end do not matter, and a query is ignored.',
      placeholder: '/old-pricing',
      validation: (rule) => rule.required().custom(redirectSourceRule),
    }),
    field.of('string', 'destination', 'To', {
      description: 'A path of this site (/pricing) or an address (https://example.com/page).',
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
    field.toggle('permanent', 'For good', {
      description: 'Browsers and search engines remember a permanent redirect. Leave it off while in doubt.',
    }),
  ],
  orderings: [orderBy('source', 'From')],
  preview: {
    select: { source: 'source', destination: 'destination', permanent: 'permanent' },
    prepare: ({ source, destination, permanent }) => ({
      title: source ?? 'No path yet',
      subtitle: `→ ${destination ?? '?'}${permanent ? ' · for good' : ''}`,
    }),
  },
})
