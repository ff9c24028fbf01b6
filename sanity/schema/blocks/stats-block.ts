import { BarChartIcon } from '@sanity/icons/BarChart'
import { leadTextField, optionalHeadingField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const statsBlock = defineBlock({
  name: 'statsBlock',
  title: 'Statistics',
  menu: ['prove'],
  icon: BarChartIcon,
  description: 'Published numbers, each with its source.',
  fields: [
    optionalHeadingField,
    leadTextField,
    field.list('stats', 'Statistics', [{ type: 'stat' }], {
      description: 'Three or four fit a row.',
      min: 1,
      max: 6,
    }),
  ],
  projection: 'heading, text, stats[]{ _key, value, label, source{ name, url } }',
})
