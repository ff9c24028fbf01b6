import { ImagesIcon } from '@sanity/icons/Images'
import { IMAGE } from '../../fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { check, missingImageError } from '../validation/rules.ts'
import { defineArrayMember } from '../shared/define.ts'
import * as field from '../shared/field.ts'
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
    field.list(
      'pictures',
      'Pictures',
      [defineArrayMember({ type: 'imageWithAlt', validation: (rule) => rule.custom(check(missingImageError)) })],
      {
        description: 'Cut to 3 : 2 around the hotspot, 1200 pixels wide or more. Drag to change the order.',
        options: { layout: 'grid' },
        min: 2,
        max: 8,
      },
    ),
  ],
  projection: `heading, text, pictures[]{ _key, ${IMAGE} }`,
})
