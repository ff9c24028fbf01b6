import { PlugIcon } from '@sanity/icons/Plug'
import { defineType } from 'sanity'
import { headingField, leadTextField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const logoCloudBlockType = defineType({
  name: 'logoCloudBlock',
  title: 'Integrations',
  type: 'object',
  icon: PlugIcon,
  description: 'Shows the logos of all integrations, in the order of their list under Trust.',
  fields: [headingField, leadTextField],
  preview: blockPreview('Integrations'),
})
