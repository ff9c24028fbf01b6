import { CommentIcon } from '@sanity/icons/Comment'
import { IMAGE } from '../../queries/fragments.ts'
import { headingField } from '../fields/text.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const testimonialsBlock = defineBlock({
  name: 'testimonialsBlock',
  title: 'Testimonials',
  menu: ['prove', 'list'],
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
  projection: `heading, testimonials[]->{ _id, quote, name, company, role, photo{ ${IMAGE} } }`,
})
