import { EarthAmericasIcon } from '@sanity/icons/EarthAmericas'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineBlock } from './define-block.ts'

export const cityGridBlock = defineBlock({
  name: 'cityGridBlock',
  title: 'Cities',
  menu: ['list'],
  icon: EarthAmericasIcon,
  description: 'Shows every published city, in the order of the Cities list.',
  fields: [headingField, leadTextField],
  projection: 'heading, text',
})
