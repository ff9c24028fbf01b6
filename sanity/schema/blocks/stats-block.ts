import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { leadTextField, optionalHeadingField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const statsBlockType = defineType({
  name: 'statsBlock',
  title: 'Figures',
  type: 'object',
  icon: BarChartIcon,
  description: 'Numbers that someone has published. The source is shown below each.',
  fields: [
    optionalHeadingField,
    leadTextField,
    defineField({
      name: 'stats',
      title: 'Figures',
      type: 'array',
      of: [defineArrayMember({ type: 'stat' })],
      description: 'Three or four stand well in a row.',
      validation: (rule) => rule.required().min(1).max(6),
    }),
  ],
  preview: blockPreview('Figures'),
})
