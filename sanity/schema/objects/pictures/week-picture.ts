import { CalendarIcon } from '@sanity/icons/Calendar'
import { defineArrayMember, defineField } from '../../define.ts'
import { definePicture, textField } from './define-picture.ts'
import { radioOptions } from '../../fields/radio-options.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((title, value) => ({ title, value }))

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

const clockField = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'string',
    description: 'From 00:00 to 23:59.',
    placeholder: '08:00',
    validation: (rule) => rule.required().regex(CLOCK, { name: 'a time like 08:00' }),
  })

const weekVisit = defineArrayMember({
  name: 'weekVisit',
  title: 'Visit',
  type: 'object',
  fields: [
    defineField({
      name: 'day',
      title: 'Day',
      type: 'number',
      options: radioOptions(DAYS),
      initialValue: 0,
      validation: (rule) => rule.required(),
    }),
    clockField('from', 'From'),
    clockField('to', 'To'),
    textField('customer', 'Customer', { max: 40 }),
    textField('job', 'Job', { max: 60 }),
    textField('technician', 'Technician', { max: 40, isRequired: false }),
    defineField({
      name: 'isFilled',
      title: 'Filled by the call',
      type: 'boolean',
      description: 'Stands out in the cool color.',
      initialValue: false,
    }),
  ],
  preview: {
    select: { title: 'customer', day: 'day', from: 'from', to: 'to' },
    prepare: ({ title, day, from, to }) => ({
      title,
      subtitle: [DAYS.find(({ value }) => value === day)?.title, [from, to].filter(Boolean).join('–')].join(' '),
    }),
  },
})

export const weekPicture = definePicture({
  name: 'weekPicture',
  title: 'Week with its visits',
  icon: CalendarIcon,
  description: 'Monday to Friday, and the window that a call filled.',
  fields: [
    defineField({
      name: 'monday',
      title: 'Monday of the week',
      type: 'date',
      description: 'The site names the five days from it.',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'visits',
      title: 'Visits',
      type: 'array',
      of: [weekVisit],
      description:
        'A phone shows the first two days, a place beside a text the first three. Visits of a day do not overlap.',
      validation: (rule) => rule.required().min(1).max(15),
    }),
  ],
})
