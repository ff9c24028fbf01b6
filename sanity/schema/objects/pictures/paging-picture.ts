import { BellIcon } from '@sanity/icons/Bell'
import { defineArrayMember, defineField } from '../../define.ts'
import { definePicture, textField } from './define-picture.ts'

export const pagingPicture = definePicture({
  name: 'pagingPicture',
  title: 'Page to the technician on call',
  icon: BellIcon,
  description: 'The text that wakes somebody, on a locked phone.',
  fields: [
    textField('time', 'Time on the phone', { description: 'As it is shown: 2:17 AM.', max: 12 }),
    textField('day', 'Day on the phone', { description: 'Tuesday, January 12', max: 40 }),
    textField('sender', 'Who sends it', { max: 40 }),
    textField('headline', 'First line', { description: 'What kind of visit, and why it is urgent.', max: 80 }),
    textField('address', 'Address', { max: 80 }),
    textField('window', 'What was promised', { max: 60, isRequired: false }),
    textField('fee', 'Fee', { description: 'What the caller accepted.', max: 60 }),
    defineField({
      name: 'answers',
      title: 'Answers',
      type: 'array',
      of: [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(30) })],
      description: 'What the technician can answer: 1 I take it.',
      validation: (rule) => rule.required().min(1).max(2),
    }),
  ],
})
