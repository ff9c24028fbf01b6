import { EarthAmericasIcon } from '@sanity/icons/EarthAmericas'
import { defineType } from 'sanity'
import { headingField, leadTextField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const cityGridBlockType = defineType({
  name: 'cityGridBlock',
  title: 'Cities',
  type: 'object',
  icon: EarthAmericasIcon,
  description: 'Shows every published city, in the order of the Cities list.',
  fields: [headingField, leadTextField],
  preview: blockPreview('Cities'),
})
