import { BellIcon } from '@sanity/icons/Bell'
import { BillIcon } from '@sanity/icons/Bill'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { ClipboardIcon } from '@sanity/icons/Clipboard'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { MobileDeviceIcon } from '@sanity/icons/MobileDevice'
import type { ObjectDefinition } from 'sanity'
import { wordGroups } from '../../../lib/site/ui-copy.ts'
import { defineArrayMember, defineField, defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'

type PictureDefinition<Name extends string> = Pick<ObjectDefinition, 'icon' | 'fields'> & {
  name: Name
  title: string
  description: string
}

const captionField = field.text('caption', 'Caption', 120, {
  description: 'What is seen, in a few words. The site puts “Example” before it.',
})

/** Defines a product picture. The component of the same name in `components/site/product` renders it. */
const definePicture = <const Name extends string>({ fields, ...schema }: PictureDefinition<Name>) => ({
  ...schema,
  type: 'object' as const,
  fields: [...fields, captionField],
  preview: {
    select: { caption: 'caption' },
    prepare: ({ caption }: Record<string, unknown>) => ({
      title: schema.title,
      subtitle: typeof caption === 'string' ? caption : schema.description,
    }),
  },
})

const { words } = wordGroups.product

/** Returns the default labels of the _Words_ document for the given names. */
const labelsOf = (...names: (keyof typeof words)[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, words[name].text]))

const FACTS = labelsOf('problem', 'safety', 'system', 'address', 'urgency', 'name', 'phone', 'fee', 'window')

const HANDOVER_STATES = { booked: 'Booked', attention: 'Needs the owner' }

export const handoverPicture = definePicture({
  name: 'handoverPicture',
  title: 'Handover note',
  icon: ClipboardIcon,
  description: 'What a call ends as: nine fields, and the words that gave one of them.',
  fields: [
    field.choice('state', 'How the call ended', HANDOVER_STATES, {
      description: 'What needs the owner is in the warm color, what is booked in the cool one.',
      initialValue: 'booked',
      isRequired: true,
    }),
    field.text('time', 'Time of the call', 20, { description: 'As it is shown: 2:14 AM.' }),
    field.text('heard', 'What the caller said', 160, {
      description: 'One line of the call.',
      lines: 2,
    }),
    field.optionalText('quote', 'Words in it to mark', 160, {
      description: 'A part of the line above, in the same spelling.',
    }),
    field.choice('quoted', 'Field that they gave', FACTS, { layout: 'menu' }),
    field.object(
      'facts',
      'Fields of the note',
      { description: 'A field without a text is named as not known yet.', options: { collapsible: false } },
      Object.entries(FACTS).map(([name, title]) => field.optionalText(name, title, 80)),
    ),
    field.optionalText('rule', 'Rule that was followed', 120),
    field.text('outcome', 'How it ended', 80, { description: 'The last line: Booked: Tue 6:30–7:30 AM.' }),
  ],
})

const CALL_STATES = labelsOf(
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
)

const URGENCIES = labelsOf('now', 'today', 'soon')

const nightCall = defineObject('nightCall', 'Call', { preview: { select: { title: 'words', subtitle: 'time' } } }, [
  field.text('time', 'Time', 20, { description: 'As it is shown: 2:14 AM.' }),
  field.text('words', 'What the caller wanted, in their words', 100),
  field.choice('state', 'Where it has got to', CALL_STATES, {
    description: 'Calls that need the owner stand first.',
    initialValue: 'booked',
    layout: 'menu',
    isRequired: true,
  }),
  field.optionalText('attention', 'Why it needs the owner', 80),
  field.choice('urgency', 'Urgency', URGENCIES, { layout: 'menu' }),
  field.optionalText('window', 'Window of the visit', 30, { description: 'Tue 8–10 AM' }),
])

export const morningPicture = definePicture({
  name: 'morningPicture',
  title: 'Morning list',
  icon: MobileDeviceIcon,
  description: 'The calls of the night, as the owner reads them in the morning.',
  fields: [
    field.toggle('isWindow', 'The list alone instead of a phone', {
      description: 'As wide as the picture has room, and without the time.',
    }),
    field.text('time', 'Time on the phone', 12, { description: 'As it is shown: 6:04.' }),
    field.text('sentence', 'Sentence above the list', 90, {
      description: 'Counts the calls below: 4 calls since you closed: 2 booked, 1 requested, 1 needs you.',
    }),
    field.list('calls', 'Calls', [nightCall], {
      description: 'Newest first. On a phone a hero shows the first two.',
      min: 2,
      max: 5,
    }),
  ],
})

export const pagingPicture = definePicture({
  name: 'pagingPicture',
  title: 'Page to the technician on call',
  icon: BellIcon,
  description: 'The text that wakes somebody, on a locked phone.',
  fields: [
    field.text('time', 'Time on the phone', 12, { description: 'As it is shown: 2:17 AM.' }),
    field.text('day', 'Day on the phone', 40, { description: 'Tuesday, January 12' }),
    field.text('sender', 'Who sends it', 40),
    field.text('headline', 'First line', 80, { description: 'What kind of visit, and why it is urgent.' }),
    field.text('address', 'Address', 80),
    field.optionalText('window', 'What was promised', 60),
    field.text('fee', 'Fee', 60, { description: 'What the caller accepted.' }),
    field.list(
      'answers',
      'Answers',
      [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(30) })],
      { description: 'What the technician can answer: 1 I take it.', min: 1, max: 2 },
    ),
  ],
})

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

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

const weekVisit = defineObject(
  'weekVisit',
  'Visit',
  {
    preview: {
      select: { title: 'customer', day: 'day', from: 'from', to: 'to' },
      prepare: ({ title, day, from, to }) => ({
        title,
        subtitle: [DAYS[day], [from, to].filter(Boolean).join('–')].join(' '),
      }),
    },
  },
  [
    field.of('number', 'day', 'Day', {
      options: field.numberChoices(Object.fromEntries(DAYS.map((title, day) => [title, day]))),
      initialValue: 0,
      validation: (rule) => rule.required(),
    }),
    clockField('from', 'From'),
    clockField('to', 'To'),
    field.text('customer', 'Customer', 40),
    field.text('job', 'Job', 60),
    field.optionalText('technician', 'Technician', 40),
    field.toggle('isFilled', 'Filled by the call', { description: 'Stands out in the cool color.' }),
  ],
)

export const weekPicture = definePicture({
  name: 'weekPicture',
  title: 'Week with its visits',
  icon: CalendarIcon,
  description: 'Monday to Friday, and the window that a call filled.',
  fields: [
    field.of('date', 'monday', 'Monday of the week', {
      description: 'The site names the five days from it.',
      validation: (rule) => rule.required(),
    }),
    field.list('visits', 'Visits', [weekVisit], {
      description:
        'A phone shows the first two days, a place beside a text the first three. Visits of a day do not overlap.',
      min: 1,
      max: 15,
    }),
  ],
})

const profileLine = defineObject(
  'profileLine',
  'Line',
  { preview: { select: { title: 'label', subtitle: 'after' } } },
  [
    field.text('label', 'What it says', 30, { description: 'Hours, Service area, Categories.' }),
    field.optionalText('before', 'Before', 60, { description: 'Empty: the site marks it as missing.' }),
    field.text('after', 'After', 60),
  ],
)

export const businessProfilePicture = definePicture({
  name: 'businessProfilePicture',
  title: 'Business profile',
  icon: EarthGlobeIcon,
  description: 'A profile as a homeowner finds it, and what was wrong in it before.',
  fields: [
    field.optionalText('search', 'What the homeowner searched for', 40, { description: 'no heat near me' }),
    field.text('business', 'Name of the business', 40),
    field.list('lines', 'Lines', [profileLine], { min: 2, max: 6 }),
  ],
})

const townSection = defineObject('townSection', 'Part', { preview: { select: { title: 'title', subtitle: 'text' } } }, [
  field.text('title', 'Title', 60),
  field.optionalText('text', 'Text', 120),
])

export const townPagePicture = definePicture({
  name: 'townPagePicture',
  title: 'Page of a town',
  icon: DocumentTextIcon,
  description: 'A page that says what is true of one town.',
  fields: [
    field.text('address', 'Address of the page', 60, { description: 'yourcompany.example/oak-park' }),
    field.text('title', 'Title of the page', 80),
    field.list('sections', 'Parts', [townSection], {
      description: 'On a phone a hero shows the first two.',
      min: 1,
      max: 5,
    }),
  ],
})

const count = (name: string, title: string) => field.number(name, title, { min: 0, isInteger: true, isRequired: true })

const reportLine = defineObject('reportLine', 'Line', { preview: { select: { title: 'label', subtitle: 'jobs' } } }, [
  field.text('label', 'Where the calls came from', 40, { description: 'Business profile' }),
  count('calls', 'Calls and forms'),
  count('jobs', 'Jobs among them'),
])

export const reportPicture = definePicture({
  name: 'reportPicture',
  title: 'Monthly report',
  icon: BillIcon,
  description: 'Where the calls of a month came from, and how many became jobs. The site adds them up.',
  fields: [
    field.text('month', 'Month', 20, { description: 'October' }),
    field.text('business', 'Name of the business', 40),
    field.list('lines', 'Lines', [reportLine], { min: 2, max: 6 }),
  ],
})

export const pictureTypes = [
  handoverPicture,
  morningPicture,
  pagingPicture,
  weekPicture,
  businessProfilePicture,
  townPagePicture,
  reportPicture,
]

/** Field for at most one product picture. It is a list so that editors choose the picture type first. */
export const pictureField = field.list(
  'picture',
  'Picture of the product',
  pictureTypes.map(({ name }) => defineArrayMember({ type: name })),
  {
    description:
      'One at most. The site draws it, in light and dark; it labels it as an example. An image above comes first.',
    options: { insertMenu: { filter: false } },
    max: 1,
  },
)
