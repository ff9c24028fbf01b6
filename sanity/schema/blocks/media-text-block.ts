import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { defineField, defineType } from 'sanity'
import { headingField } from '../fields/text.ts'
import { missingImageError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'
import { blockPreview } from './preview.ts'

export const mediaTextBlockType = defineType({
  name: 'mediaTextBlock',
  title: 'Image and text',
  type: 'object',
  icon: SplitVerticalIcon,
  fields: [
    headingField,
    defineField({ name: 'body', title: 'Text', type: 'portableText', validation: (rule) => rule.required() }),
    defineField({
      name: 'image',
      title: 'Image',
      type: 'imageWithAlt',
      validation: (rule) =>
        rule.required().custom((image) => verdict(missingImageError(image as { asset?: unknown } | undefined))),
    }),
    defineField({
      name: 'imageSide',
      title: 'Image on the',
      type: 'string',
      options: {
        list: [
          { title: 'Left', value: 'left' },
          { title: 'Right', value: 'right' },
        ],
        layout: 'radio',
        direction: 'horizontal',
      },
      initialValue: 'right',
    }),
  ],
  preview: blockPreview('Image and text'),
})
