import { HelpCircleIcon } from '@sanity/icons/HelpCircle'
import { defineType } from 'sanity'
import { faqsField } from '../fields/faqs.ts'
import { headingField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const faqBlockType = defineType({
  name: 'faqBlock',
  title: 'Questions',
  type: 'object',
  icon: HelpCircleIcon,
  fields: [headingField, faqsField],
  preview: blockPreview('Questions'),
})
