import { CommentIcon } from '@sanity/icons/Comment'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { headingField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const testimonialsBlockType = defineType({
  name: 'testimonialsBlock',
  title: 'Testimonials',
  type: 'object',
  icon: CommentIcon,
  description: 'What customers said. Without testimonials the block does not appear.',
  fields: [
    headingField,
    defineField({
      name: 'testimonials',
      title: 'Testimonials',
      type: 'array',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'testimonial' }] })],
      validation: (rule) => rule.unique().max(9),
    }),
  ],
  preview: blockPreview('Testimonials'),
})
