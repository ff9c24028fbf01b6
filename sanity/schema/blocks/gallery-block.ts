import { ImagesIcon } from '@sanity/icons/Images'
import { IMAGE } from '../../fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { check, getMissingImageError } from '../validation/rules.ts'
import { defineArrayMember } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const galleryBlock = defineBlock({
  name: 'galleryBlock',
  title: 'Picture gallery',
  menu: ['show'],
  icon: ImagesIcon,
  description: 'Two to eight pictures in even rows. On a phone, visitors swipe.',
  fields: [
    headingField,
    leadTextField,
    field.list(
      'pictures',
      'Pictures',
      [defineArrayMember({ type: 'imageWithAlt', validation: (rule) => rule.custom(check(getMissingImageError)) })],
      {
        description: 'At least 1200 pixels wide. Cropped to 3:2 around the hotspot. Drag to reorder.',
        options: { layout: 'grid' },
        min: 2,
        max: 8,
      },
    ),
  ],
  projection: `heading, text, pictures[]{ _key, ${IMAGE} }`,
})
