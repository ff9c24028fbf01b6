import { BarChartIcon } from '@sanity/icons/BarChart'
import { defineField, defineType } from 'sanity'
import { sourceField } from '../fields/source.ts'

export const statType = defineType({
  name: 'stat',
  title: 'Figure',
  type: 'object',
  icon: BarChartIcon,
  fields: [
    defineField({
      name: 'value',
      title: 'Value',
      type: 'string',
      description: 'A number with its unit, as it is shown: 62 %, 3 in 4, 24 hours.',
      validation: (rule) => rule.required().max(24),
    }),
    defineField({
      name: 'label',
      title: 'What it counts',
      type: 'string',
      validation: (rule) => rule.required().max(140),
    }),
    { ...sourceField, description: 'Who published the number. Leave empty only for facts about the product itself.' },
  ],
  preview: {
    select: { value: 'value', label: 'label', source: 'source.name' },
    prepare: ({ value, label, source }) => ({
      title: `${value ?? '?'} – ${label ?? ''}`,
      subtitle: source ?? 'No source',
    }),
  },
})
