import { StarIcon } from '@sanity/icons/Star'
import { IMAGE, LINK } from '../../queries/fragments.ts'
import { actionsField } from '../fields/actions.ts'
import { PICTURE, pictureField } from '../fields/picture.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../limits.ts'
import { defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

/** The plan that costs least a month, however it is billed. */
const LOWEST_PRICE = `*[_type == "pricingPlan" && monthly >= 0] | order(coalesce(yearly, monthly) asc)[0]{
      _id, name, monthly, yearly
    }`

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
      validation: (rule) => rule.max(limits.eyebrow),
    }),
    headingField,
    leadTextField,
    actionsField,
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
  projection: `eyebrow, heading, text, actions[]{ ${LINK} }, image{ ${IMAGE} }, ${PICTURE},
    "lowest": select(showsPrice == true => ${LOWEST_PRICE})`,
})
