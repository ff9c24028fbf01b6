import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { defineType } from 'sanity'
import { headingField, leadTextField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const contactFormBlockType = defineType({
  name: 'contactFormBlock',
  title: 'Contact form',
  type: 'object',
  icon: EnvelopeIcon,
  description: 'Name, e-mail, company, phone and message. One on a page.',
  fields: [headingField, leadTextField],
  preview: blockPreview('Contact form'),
})
