import { SplitVerticalIcon } from '@sanity/icons/SplitVertical'
import { IMAGE, PICTURE, PORTABLE_TEXT } from '../../queries/fragments.ts'
import { pictureField } from '../fields/picture.ts'
import { headingField } from '../fields/text.ts'
import { missingPictureError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'
import { defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'
import { radioOptions } from '../fields/radio-options.ts'

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
      description: 'An image, or a picture of the product below.',
      validation: (rule) =>
        rule.custom((image, { parent }) =>
          verdict(missingPictureError(image as { asset?: unknown } | undefined, parent as { picture?: unknown[] })),
        ),
    }),
    pictureField,
    defineField({
      name: 'imageSide',
      title: 'Image or picture on the',
      type: 'string',
      options: radioOptions([
        { title: 'Left', value: 'left' },
        { title: 'Right', value: 'right' },
      ]),
      initialValue: 'right',
    }),
    defineField({
      name: 'signature',
      title: 'Signed by',
      type: 'object',
      description:
        'Who stands for this text, for example the founder: a real person, with a face. Empty shows nothing.',
      options: { collapsible: true, collapsed: true },
      fields: [
        defineField({ name: 'name', title: 'Name', type: 'string', validation: (rule) => rule.max(80) }),
        defineField({
          name: 'line',
          title: 'Line below the name',
          type: 'string',
          description: 'What the person does, in one line: “Founder. Twelve years on the trucks.”',
          validation: (rule) => rule.max(120),
        }),
        defineField({ name: 'photo', title: 'Photo', type: 'imageWithAlt' }),
      ],
    }),
  ],
  projection: `
    heading, body[]{ ${PORTABLE_TEXT} }, image{ ${IMAGE} }, ${PICTURE}, imageSide,
    signature{ name, line, photo{ ${IMAGE} } }
  `,
})
