import { BillIcon } from '@sanity/icons/Bill'
import { defineArrayMember, defineField } from '../../define.ts'
import { definePicture, textField } from './define-picture.ts'

const count = (name: string, title: string) =>
  defineField({ name, title, type: 'number' as const, validation: (rule) => rule.required().integer().min(0) })

const reportLine = defineArrayMember({
  name: 'reportLine',
  title: 'Line',
  type: 'object',
  fields: [
    textField('label', 'Where the calls came from', { description: 'Business profile', max: 40 }),
    count('calls', 'Calls and forms'),
    count('jobs', 'Jobs among them'),
  ],
  preview: { select: { title: 'label', subtitle: 'jobs' } },
})

export const reportPicture = definePicture({
  name: 'reportPicture',
  title: 'Monthly report',
  icon: BillIcon,
  description: 'Where the calls of a month came from, and how many became jobs. The site adds them up.',
  fields: [
    textField('month', 'Month', { description: 'October', max: 20 }),
    textField('business', 'Name of the business', { max: 40 }),
    defineField({
      name: 'lines',
      title: 'Lines',
      type: 'array',
      of: [reportLine],
      validation: (rule) => rule.required().min(2).max(6),
    }),
  ],
})
