import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineBlock } from './define-block.ts'

export const contactFormBlock = defineBlock({
  name: 'contactFormBlock',
  title: 'Contact form',
  menu: ['open'],
  icon: EnvelopeIcon,
  description: 'Name, e-mail, company, phone and message. One on a page.',
  fields: [headingField, leadTextField],
  projection: 'heading, text',
})
