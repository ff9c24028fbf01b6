import { CommentIcon } from '@sanity/icons/Comment'
import { IMAGE } from '../../fragments.ts'
import { headingField } from '../fields/text.ts'
import { buildReference } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const testimonialsBlock = defineBlock({
  name: 'testimonialsBlock',
  title: 'Testimonials',
  menu: ['prove', 'list'],
  icon: CommentIcon,
  description: 'Customer quotes. Hidden if there are no testimonials.',
  fields: [
    headingField,
    field.list('testimonials', 'Testimonials', [buildReference('testimonial')], { isUnique: true, max: 9 }),
  ],
  projection: `heading, testimonials[]->{ _id, quote, name, company, role, photo{ ${IMAGE} } }`,
})
