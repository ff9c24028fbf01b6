import { StarIcon } from '@sanity/icons/Star'
import { IMAGE, LINK, PICTURE } from '../../fragments.ts'
import { actionsField, headingField, leadTextField } from '../fields/text.ts'
import { pictureField } from '../fields/picture.ts'
import { limits } from '../shared/limits.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const heroBlock = defineBlock({
  name: 'heroBlock',
  title: 'Hero',
  menu: ['open'],
  icon: StarIcon,
  description: 'First thing visitors see. One per page, at the top.',
  fields: [
    field.optionalText('eyebrow', 'Line above the heading', limits.note, {
      description: 'If empty, the tagline from the site settings.',
    }),
    headingField,
    leadTextField,
    actionsField,
    field.optionalText('note', 'Line below the buttons', limits.summary, {
      description: 'If empty, the booking note from the site settings. {price} is the lowest price.',
    }),
    field.image('image', 'Image', { description: 'Optional. If empty, the page shows the product.' }),
    pictureField,
    field.toggle('showsPrice', 'Show the lowest price below the heading', {
      description: 'From the pricing plans.',
    }),
  ],
  projection: `eyebrow, heading, text, actions[]{ ${LINK} }, note, image{ ${IMAGE} }, ${PICTURE}, showsPrice`,
})
