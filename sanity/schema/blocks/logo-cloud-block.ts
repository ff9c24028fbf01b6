import { PlugIcon } from '@sanity/icons/Plug'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineBlock } from './define-block.ts'

export const logoCloudBlock = defineBlock({
  name: 'logoCloudBlock',
  title: 'Integrations',
  menu: ['list'],
  icon: PlugIcon,
  description: 'All integrations, in the order of the list under Trust.',
  fields: [headingField, leadTextField],
  projection: `
    heading, text,
    "integrations": *[_type == "integration"] | order(orderRank asc)[0...48]{ _id, name, "slug": slug.current, url }
  `,
})
