import { MobileDeviceIcon } from '@sanity/icons/MobileDevice'
import { wordGroups } from '../../../../lib/words.ts'
import { defineArrayMember, defineField } from '../../define.ts'
import { definePicture, textField } from './define-picture.ts'

const { words } = wordGroups.product

const STATES = (
  [
    'needsYou',
    'booked',
    'requested',
    'rescheduled',
    'canceled',
    'message',
    'emergency',
    'declined',
    'transferred',
    'missed',
  ] as const
).map((value) => ({ value, title: words[value].text }))

const URGENCIES = (['now', 'today', 'soon'] as const).map((value) => ({ value, title: words[value].text }))

const nightCall = defineArrayMember({
  name: 'nightCall',
  title: 'Call',
  type: 'object',
  fields: [
    textField('time', 'Time', { description: 'As it is shown: 2:14 AM.', max: 20 }),
    textField('words', 'What the caller wanted, in their words', { max: 100 }),
    defineField({
      name: 'state',
      title: 'Where it has got to',
      type: 'string',
      description: 'Calls that need the owner stand first.',
      options: { list: STATES },
      initialValue: 'booked',
      validation: (rule) => rule.required(),
    }),
    textField('attention', 'Why it needs the owner', { max: 80, isRequired: false }),
    defineField({ name: 'urgency', title: 'Urgency', type: 'string', options: { list: URGENCIES } }),
    textField('window', 'Window of the visit', { description: 'Tue 8–10 AM', max: 30, isRequired: false }),
  ],
  preview: { select: { title: 'words', subtitle: 'time' } },
})

export const morningPicture = definePicture({
  name: 'morningPicture',
  title: 'Morning list',
  icon: MobileDeviceIcon,
  description: 'The calls of the night, as the owner reads them in the morning.',
  fields: [
    defineField({
      name: 'isWindow',
      title: 'The list alone instead of a phone',
      type: 'boolean',
      description: 'As wide as the picture has room, and without the time.',
      initialValue: false,
    }),
    textField('time', 'Time on the phone', { description: 'As it is shown: 6:04.', max: 12 }),
    textField('sentence', 'Sentence above the list', {
      description: 'Counts the calls below: 4 calls since you closed: 2 booked, 1 requested, 1 needs you.',
      max: 90,
    }),
    defineField({
      name: 'calls',
      title: 'Calls',
      type: 'array',
      of: [nightCall],
      description: 'Newest first. On a phone a hero shows the first two.',
      validation: (rule) => rule.required().min(2).max(5),
    }),
  ],
})
