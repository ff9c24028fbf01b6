import { PlugIcon } from '@sanity/icons/Plug'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineField, defineType } from 'sanity'
import { limits } from '../limits.ts'
import { webUrlError } from '../validation/href.ts'
import { verdict } from '../validation/rules.ts'

export const integrationType = defineType({
  name: 'integration',
  title: 'Integration',
  type: 'document',
  icon: PlugIcon,
  fields: [
    defineField({
      name: 'name',
      title: 'Name',
      type: 'string',
      description: 'Without a logo the site shows its first eight characters.',
      validation: (rule) => rule.required().max(limits.label),
    }),
    defineField({
      name: 'logo',
      title: 'Logo',
      type: 'imageWithAlt',
      description: 'Shown at 78 × 36 pixels: upload 312 × 144, on a transparent ground, readable on dark and on light.',
    }),
    defineField({
      name: 'inTextColor',
      title: 'Draw the logo in the colour of the text',
      type: 'boolean',
      description:
        'For a logo of one tone: it is then dark on light and light on dark. Leave it off for one with colours of its own.',
      initialValue: false,
      hidden: ({ document }) => !(document?.logo as { asset?: unknown } | undefined)?.asset,
    }),
    defineField({
      name: 'url',
      title: 'Address',
      type: 'url',
      description: 'The product’s own page.',
      validation: (rule) => rule.required().custom((url) => verdict(webUrlError(url))),
    }),
    orderRankField({ type: 'integration' }),
  ],
  orderings: [orderRankOrdering, { title: 'Name', name: 'name', by: [{ field: 'name', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'url', media: 'logo' } },
})
