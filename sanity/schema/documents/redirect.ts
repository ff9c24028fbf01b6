import { TransferIcon } from '@sanity/icons/Transfer'
import { defineField, defineType } from 'sanity'
import { redirectDestinationError } from '../validation/redirect.ts'
import { unknownAddress } from '../validation/known-address.ts'
import {
  chainWarning,
  destinationConflict,
  destinationRule,
  redirectSourceRule,
} from '../validation/redirect-neighbours.ts'

export const redirectType = defineType({
  name: 'redirect',
  title: 'Redirect',
  type: 'document',
  icon: TransferIcon,
  fields: [
    defineField({
      name: 'source',
      title: 'From',
      type: 'string',
      description:
        'A path of this site that has no page: /old-pricing. Letter case, accents and a slash at the end do not matter, and a query is ignored.',
      placeholder: '/old-pricing',
      validation: (rule) => rule.required().custom(redirectSourceRule),
    }),
    defineField({
      name: 'destination',
      title: 'To',
      type: 'string',
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
    defineField({
      name: 'permanent',
      title: 'For good',
      type: 'boolean',
      description: 'Browsers and search engines remember a permanent redirect. Leave it off while in doubt.',
      initialValue: false,
    }),
  ],
  orderings: [{ title: 'From', name: 'source', by: [{ field: 'source', direction: 'asc' }] }],
  preview: {
    select: { source: 'source', destination: 'destination', permanent: 'permanent' },
    prepare: ({ source, destination, permanent }) => ({
      title: source ?? 'No path yet',
      subtitle: `→ ${destination ?? '?'}${permanent ? ' · for good' : ''}`,
    }),
  },
})
