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
  description: 'The first thing a visitor sees. One on a page, at the top.',
  fields: [
    field.optionalText('eyebrow', 'Line above the heading', limits.note, {
      description: 'Empty: what is sold and to whom, the tagline of the site settings.',
    }),
    headingField,
    leadTextField,
    actionsField,
    field.optionalText('note', 'Line below the buttons', limits.summary, {
      description: 'Empty: the line of the booking button, from the site settings. {price} is the lowest price.',
    }),
    field.image('image', 'Image', { description: 'May stay empty: the page then shows the product itself.' }),
    pictureField,
    field.toggle('showsPrice', 'Show the lowest price below the heading', {
      description: 'Taken from the pricing plans, with its arithmetic.',
    }),
  ],
  projection: `eyebrow, heading, text, actions[]{ ${LINK} }, note, image{ ${IMAGE} }, ${PICTURE}, showsPrice`,
})
