import { StarIcon } from '@sanity/icons/Star'
import { IMAGE, LINK } from '../../queries/fragments.ts'
import { actionsField } from '../fields/actions.ts'
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
  ],
  projection: `eyebrow, heading, text, actions[]{ ${LINK} }, image{ ${IMAGE} }`,
})
