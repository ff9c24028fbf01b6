import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { FAQ } from '../../queries/fragments.ts'
import { faqsField } from '../fields/faqs.ts'
import { headingField } from '../fields/text.ts'
import { defineBlock } from './define-block.ts'

export const faqBlock = defineBlock({
  name: 'faqBlock',
  title: 'Questions',
  menu: ['tell', 'list'],
  icon: HelpCircleIcon,
  fields: [headingField, faqsField],
  projection: `heading, faqs[]->{ ${FAQ} }`,
})
