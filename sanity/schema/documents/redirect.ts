import { TransferIcon } from '@sanity/icons/Transfer'
import { defineField, defineType } from 'sanity'
import { redirectDestinationError, redirectSourceError } from '../validation/redirect.ts'
import { unknownAddress } from '../validation/known-address.ts'
import { finalRedirectDestination, freeRedirectSource } from '../validation/redirect-neighbours.ts'

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
      description: 'A path of this site that has no page, without a query: /old-pricing',
      placeholder: '/old-pricing',
      validation: (rule) =>
        rule.required().custom((source, context) => redirectSourceError(source) ?? freeRedirectSource(source, context)),
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
              finalRedirectDestination(destination, context),
          ),
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
