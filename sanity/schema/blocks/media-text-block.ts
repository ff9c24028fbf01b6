import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { IMAGE, PORTABLE_TEXT } from '../../queries/fragments.ts'
import { headingField } from '../fields/text.ts'
import { missingImageError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'
import { defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const mediaTextBlock = defineBlock({
  name: 'mediaTextBlock',
  title: 'Image and text',
  menu: ['show'],
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
  projection: `heading, body[]{ ${PORTABLE_TEXT} }, image{ ${IMAGE} }, imageSide`,
})
