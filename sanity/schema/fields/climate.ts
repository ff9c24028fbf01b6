import { defineArrayMember, defineField } from 'sanity'
import { MonthInput } from '../inputs/month-input.tsx'
import { monthlyMeansError, verdict } from '../validation/rules.ts'
import { sourceField } from './source.ts'

/** Twelve monthly means and where they come from; the city page draws them as a strip from heating to cooling. */
export const climateField = defineField({
  name: 'climate',
  title: 'Climate',
  type: 'object',
  group: 'local',
  options: { collapsible: true },
  fields: [
    defineField({
      name: 'monthlyMeanF',
      title: 'Mean temperature of each month, °F',
      type: 'array',
      of: [defineArrayMember({ type: 'number', components: { input: MonthInput } })],
      options: { sortable: false },
      description: 'January to December, from the 1991–2020 normals. The city page draws a strip from them.',
      validation: (rule) => rule.custom<number[]>((months) => verdict(monthlyMeansError(months))),
    }),
    sourceField,
  ],
})
