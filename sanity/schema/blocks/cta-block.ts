import { BoltIcon } from '@sanity/icons/Bolt'
import { defineType } from 'sanity'
import { actionsField } from '../fields/actions.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const ctaBlockType = defineType({
  name: 'ctaBlock',
  title: 'Call to action',
  type: 'object',
  icon: BoltIcon,
  description: 'Ends a page with one thing to do.',
  fields: [headingField, leadTextField, actionsField],
  preview: blockPreview('Call to action'),
})
