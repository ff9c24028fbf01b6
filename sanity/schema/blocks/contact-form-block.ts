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
    'Name, email, company, phone and message, with your contact details and demo link beside it. One per page.',
  fields: [
    headingField,
    leadTextField,
    field.richText('body', 'Text below the form', {
      description: 'What happens to messages, with a link to the privacy policy. Optional.',
    }),
    { ...optionalHeadingField, name: 'answersHeading', title: 'Quick answers heading' },
    field.richText('answers', 'Quick answers', {
      description: 'Common questions with links, shown below the email and phone. Optional.',
    }),
  ],
  projection: `heading, text, body[]{ ${PORTABLE_TEXT} }, answersHeading, answers[]{ ${PORTABLE_TEXT} }`,
})
