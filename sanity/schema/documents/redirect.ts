import { TransferIcon } from '@sanity/icons/Transfer'
import { defineDocument, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import {
  getRedirectDestinationError,
  findChainWarning,
  findDestinationConflict,
  createDestinationRule,
  validateRedirectSource,
} from '../validation/redirect.ts'
import { checkAddress } from '../validation/link.ts'

export const redirectType = defineDocument('redirect', 'Redirect', TransferIcon, {
  fields: [
    field.ofType('string', 'source', 'From', {
      description:
        'A path that no page uses: /old-pricing. Case, accents, a trailing slash and the query string are ignored.',
      placeholder: '/old-pricing',
      validation: (rule) => rule.required().custom(validateRedirectSource),
    }),
    field.ofType('string', 'destination', 'To', {
      description: 'A path on this site (/pricing) or a URL (https://example.com/page).',
      placeholder: '/pricing',
      validation: (rule) => [
        rule
          .required()
          .custom(
            (destination, context) =>
              getRedirectDestinationError(destination, context.document?.source as string | undefined) ??
              createDestinationRule(findDestinationConflict)(destination, context),
          ),
        rule.custom(createDestinationRule(findChainWarning)).warning(),
        rule.custom(checkAddress).warning(),
      ],
    }),
    field.toggle('permanent', 'Permanent', {
      description: 'Browsers and search engines remember permanent redirects. If in doubt, leave it off.',
    }),
  ],
  orderings: [buildOrdering('source', 'From')],
  preview: {
    select: { source: 'source', destination: 'destination', permanent: 'permanent' },
    prepare: ({ source, destination, permanent }) => ({
      title: source ?? 'No path yet',
      subtitle: `→ ${destination ?? '?'}${permanent ? ' · permanent' : ''}`,
    }),
  },
})
