import { ThListIcon } from '@sanity/icons/ThList'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { ComparisonRowsInput } from '../inputs/grid-input.tsx'

export const comparisonRowType = defineType({
  name: 'comparisonRow',
  title: 'Row',
  type: 'object',
  icon: ThListIcon,
  fields: [
    defineField({
      name: 'feature',
      title: 'What is compared',
      type: 'string',
      validation: (rule) => rule.required().max(80),
    }),
    defineField({
      name: 'cells',
      title: 'Cells',
      type: 'array',
      of: [defineArrayMember({ type: 'string', validation: (rule) => rule.max(120) })],
      description: 'One for each column, from left to right.',
    }),
  ],
  preview: {
    select: { title: 'feature', cells: 'cells' },
    prepare: ({ title, cells }) => ({ title, subtitle: Object.values(cells ?? {}).join(' · ') }),
  },
})

/** The rows of a comparison, edited as one table. */
export const comparisonRowsType = defineType({
  name: 'comparisonRows',
  title: 'Rows',
  type: 'array',
  of: [defineArrayMember({ type: 'comparisonRow' })],
  components: { input: ComparisonRowsInput },
})
