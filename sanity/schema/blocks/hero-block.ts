import { StarIcon } from '@sanity/icons/Star'
import { IMAGE, LINK, PICTURE } from '../../queries/fragments.ts'
import { actionsField } from '../fields/actions.ts'
import { pictureField } from '../fields/picture.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../limits.ts'
import { defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const heroBlock = defineBlock({
  name: 'heroBlock',
  title: 'Hero',
  menu: ['open'],
  icon: StarIcon,
  description: 'The first thing a visitor sees. One on a page, at the top.',
  fields: [
    defineField({
      name: 'eyebrow',
      title: 'Line above the heading',
      type: 'string',
      description: 'Empty: what is sold and to whom, the tagline of the site settings.',
      validation: (rule) => rule.max(limits.note),
    }),
    headingField,
    leadTextField,
    actionsField,
    defineField({
      name: 'note',
      title: 'Line below the buttons',
      type: 'string',
      description: 'Empty: the line of the booking button, from the site settings. {price} is the lowest price.',
      validation: (rule) => rule.max(limits.summary),
    }),
    defineField({
      name: 'image',
      title: 'Image',
      type: 'imageWithAlt',
      description: 'May stay empty: the page then shows the product itself.',
    }),
    pictureField,
    defineField({
      name: 'showsPrice',
      title: 'Show the lowest price below the heading',
      type: 'boolean',
      description: 'Taken from the pricing plans, with its arithmetic.',
      initialValue: false,
    }),
  ],
  projection: `eyebrow, heading, text, actions[]{ ${LINK} }, note, image{ ${IMAGE} }, ${PICTURE}, showsPrice`,
})
