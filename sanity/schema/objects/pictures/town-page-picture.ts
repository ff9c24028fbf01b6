import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { defineArrayMember, defineField } from '../../define.ts'
import { definePicture, textField } from './define-picture.ts'

const townSection = defineArrayMember({
  name: 'townSection',
  title: 'Part',
  type: 'object',
  fields: [textField('title', 'Title', { max: 60 }), textField('text', 'Text', { max: 120, isRequired: false })],
  preview: { select: { title: 'title', subtitle: 'text' } },
})

export const townPagePicture = definePicture({
  name: 'townPagePicture',
  title: 'Page of a town',
  icon: DocumentTextIcon,
  description: 'A page that says what is true of one town.',
  fields: [
    textField('address', 'Address of the page', { description: 'yourcompany.example/oak-park', max: 60 }),
    textField('title', 'Title of the page', { max: 80 }),
    defineField({
      name: 'sections',
      title: 'Parts',
      type: 'array',
      of: [townSection],
      description: 'On a phone a hero shows the first two.',
      validation: (rule) => rule.required().min(1).max(5),
    }),
  ],
})
