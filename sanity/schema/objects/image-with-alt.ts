import { ImageIcon } from '@sanity/icons/Image'
import { defineField, defineType } from 'sanity'
import { DescribedImageInput } from '../inputs/described-image-input.tsx'
import { altError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'

export const imageWithAltType = defineType({
  name: 'imageWithAlt',
  title: 'Image',
  type: 'image',
  icon: ImageIcon,
  options: { hotspot: true },
  components: { input: DescribedImageInput },
  fields: [
    defineField({
      name: 'alt',
      title: 'Alternative text',
      type: 'string',
      description: 'What the picture shows, for people who cannot see it and for search engines.',
      hidden: ({ parent }) => !parent?.asset,
      validation: (rule) =>
        rule.custom((alt, { parent }) => verdict(altError(alt, parent as { asset?: unknown } | undefined))),
    }),
    defineField({
      name: 'caption',
      title: 'Caption',
      type: 'string',
      description: 'Shown below the picture. May stay empty.',
      hidden: ({ parent }) => !parent?.asset,
      validation: (rule) => rule.max(200),
    }),
    defineField({
      name: 'isDarkDrawing',
      title: 'Drawing on a dark ground',
      type: 'boolean',
      description:
        'The light theme and paper show its colors turned over: dark lines on a light ground. Off for photos.',
      hidden: ({ parent }) => !parent?.asset,
      initialValue: false,
    }),
  ],
})
