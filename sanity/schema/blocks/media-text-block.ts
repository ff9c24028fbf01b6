import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { IMAGE, PICTURE, PORTABLE_TEXT } from '../../fragments.ts'
import { pictureField } from '../fields/picture.ts'
import { headingField } from '../fields/text.ts'
import { check, getMissingPictureError } from '../validation/rules.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const mediaTextBlock = defineBlock({
  name: 'mediaTextBlock',
  title: 'Image and text',
  menu: ['show'],
  icon: SplitVerticalIcon,
  fields: [
    headingField,
    field.richText('body', 'Text', { isRequired: true }),
    field.image('image', 'Image', {
      description: 'An image, or a product picture below.',
      validation: (rule) => rule.custom(check(getMissingPictureError)),
    }),
    pictureField,
    field.choice('imageSide', 'Image position', { left: 'Left', right: 'Right' }, { initialValue: 'right' }),
    field.object(
      'signature',
      'Signature',
      {
        description: 'Person behind this text, such as the founder. Must be a real person with a photo. Optional.',
        options: { collapsible: true, collapsed: true },
      },
      [
        field.optionalText('name', 'Name', 80),
        field.optionalText('line', 'Line below the name', 120, {
          description: 'Role, in one line: “Founder. Twelve years on the trucks.”',
        }),
        field.image('photo', 'Photo'),
      ],
    ),
  ],
  projection: `
    heading, body[]{ ${PORTABLE_TEXT} }, image{ ${IMAGE} }, ${PICTURE}, imageSide,
    signature{ name, line, photo{ ${IMAGE} } }
  `,
})
