import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { FAQ } from '../../fragments.ts'
import { faqsField, headingField } from '../fields/text.ts'
import { defineBlock } from './define-block.ts'

export const faqBlock = defineBlock({
  name: 'faqBlock',
  title: 'FAQ',
  menu: ['tell', 'list'],
  icon: HelpCircleIcon,
  fields: [headingField, faqsField],
  projection: `heading, faqs[]->{ ${FAQ} }`,
})
