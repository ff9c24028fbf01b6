import { BarChartIcon } from '@sanity/icons/BarChart'
import { leadTextField, optionalHeadingField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const statsBlock = defineBlock({
  name: 'statsBlock',
  title: 'Figures',
  menu: ['prove'],
  icon: BarChartIcon,
  description: 'Numbers that someone has published. The source is shown below each.',
  fields: [
    optionalHeadingField,
    leadTextField,
    field.list('stats', 'Figures', [{ type: 'stat' }], {
      description: 'Three or four stand well in a row.',
      min: 1,
      max: 6,
    }),
  ],
  projection: 'heading, text, stats[]{ _key, value, label, source{ name, url } }',
})
