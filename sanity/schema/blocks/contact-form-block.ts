import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { PORTABLE_TEXT } from '../../fragments.ts'
import { headingField, leadTextField, optionalHeadingField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const contactFormBlock = defineBlock({
  name: 'contactFormBlock',
  title: 'Contact form',
  menu: ['open'],
  icon: EnvelopeIcon,
  description:
    'Name, email, company, phone and message, beside the email address, phone and demo of the settings. One on a page.',
  fields: [
    headingField,
    leadTextField,
    field.richText('body', 'Below the form', {
      description: 'What becomes of a message, with a link to the privacy policy. May stay empty.',
    }),
    { ...optionalHeadingField, name: 'answersHeading', title: 'Heading of the quick answers' },
    field.richText('answers', 'Quick answers', {
      description: 'What people ask most, with links: below the email address and phone. May stay empty.',
    }),
  ],
  projection: `heading, text, body[]{ ${PORTABLE_TEXT} }, answersHeading, answers[]{ ${PORTABLE_TEXT} }`,
})
