import { StarIcon } from '@sanity/icons/Star'
import { defineField, defineType } from 'sanity'
import { actionsField } from '../fields/actions.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { limits } from '../limits.ts'
import { blockPreview } from './preview.ts'

export const heroBlockType = defineType({
  name: 'heroBlock',
  title: 'Hero',
  type: 'object',
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
  preview: blockPreview('Hero'),
})
