import { PlugIcon } from '@sanity/icons/Plug'
import { INTEGRATION } from '../../queries/fragments.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineBlock } from './define-block.ts'

export const logoCloudBlock = defineBlock({
  name: 'logoCloudBlock',
  title: 'Integrations',
  menu: ['list'],
  icon: PlugIcon,
  description: 'Shows the logos of all integrations, in the order of their list under Trust.',
  fields: [headingField, leadTextField],
  projection: `
    heading, text,
    "integrations": *[_type == "integration"] | order(orderRank asc)[0...48]{ ${INTEGRATION} }
  `,
})
