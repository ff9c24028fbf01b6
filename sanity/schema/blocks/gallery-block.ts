import { ImagesIcon } from '@sanity/icons/Images'
import { IMAGE } from '../../queries/fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { missingImageError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const galleryBlock = defineBlock({
  name: 'galleryBlock',
  title: 'Picture gallery',
  menu: ['show'],
  icon: ImagesIcon,
  description: 'Two to eight pictures in rows that always come out even. On a phone they are swiped sideways.',
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'pictures',
      title: 'Pictures',
      type: 'array',
      of: [
        defineArrayMember({
          type: 'imageWithAlt',
          validation: (rule) =>
            rule.custom((image) => verdict(missingImageError(image as { asset?: unknown } | undefined))),
        }),
      ],
      description: 'Cut to 3 : 2 around the hotspot, 1200 pixels wide or more. Drag to change the order.',
      options: { layout: 'grid' },
      validation: (rule) => rule.required().min(2).max(8),
    }),
  ],
  projection: `heading, text, pictures[]{ _key, ${IMAGE} }`,
})
