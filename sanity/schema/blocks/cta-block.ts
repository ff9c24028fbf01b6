import { BoltIcon } from '@sanity/icons/Bolt'
import { LINK } from '../../fragments.ts'
import { actionsField, headingField, leadTextField } from '../fields/text.ts'
import { defineBlock } from './define-block.ts'

export const ctaBlock = defineBlock({
  name: 'ctaBlock',
  title: 'Call to action',
  menu: ['open'],
  icon: BoltIcon,
  description: 'Ends a page with one clear next step.',
  fields: [headingField, leadTextField, actionsField],
  projection: `heading, text, actions[]{ ${LINK} }`,
})
