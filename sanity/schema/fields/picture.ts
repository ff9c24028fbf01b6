import { BellIcon } from '@sanity/icons/Bell'
import { BillIcon } from '@sanity/icons/Bill'
import { CalendarIcon } from '@sanity/icons/Calendar'
import { ClipboardIcon } from '@sanity/icons/Clipboard'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe'
import { MobileDeviceIcon } from '@sanity/icons/MobileDevice'
import type { ObjectDefinition } from 'sanity'
import { copyGroups } from '../../../lib/site/ui-copy.ts'
import { defineArrayMember, defineField, defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'

type PictureDefinition<Name extends string> = Pick<ObjectDefinition, 'icon' | 'fields'> & {
  name: Name
  title: string
  description: string
}

const captionField = field.text('caption', 'Caption', 120, {
  description: 'A few words on what it shows. The site adds “Example” before it.',
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

const { labels } = copyGroups.product

/** Returns the default labels of the _Labels_ document for the given names. */
const getDefaultLabels = (...names: (keyof typeof labels)[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, labels[name].text]))

const FACT_LABELS = getDefaultLabels(
  'problem',
  'safety',
  'system',
  'address',
  'urgency',
  'name',
  'phone',
  'fee',
  'window',
)

const HANDOVER_STATES = { booked: 'Booked', attention: 'Needs attention' }

export const handoverPicture = definePicture({
  name: 'handoverPicture',
  title: 'Call summary',
  icon: ClipboardIcon,
  description: 'The nine fields of a call summary, with the quote behind one of them.',
  fields: [
    field.choice('state', 'Status', HANDOVER_STATES, {
      description: 'Sets the color: warm for needs attention, cool for booked.',
      initialValue: 'booked',
      isRequired: true,
    }),
    field.text('time', 'Call time', 20, { description: 'As shown: 2:14 AM.' }),
    field.text('heard', 'Caller quote', 160, {
      description: 'One line of the call.',
      lines: 2,
    }),
    field.optionalText('quote', 'Highlighted words', 160, {
      description: 'Part of the quote above, spelled the same.',
    }),
    field.choice('quoted', 'Field they belong to', FACT_LABELS, { layout: 'menu' }),
    field.object(
      'facts',
      'Fields',
      { description: 'Empty fields are listed as missing.', options: { collapsible: false } },
      Object.entries(FACT_LABELS).map(([name, title]) => field.optionalText(name, title, 80)),
    ),
    field.optionalText('rule', 'Rule applied', 120),
    field.text('outcome', 'Outcome', 80, { description: 'Last line: Booked: Tue 6:30–7:30 AM.' }),
  ],
})

const CALL_STATE_LABELS = getDefaultLabels(
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

const URGENCY_LABELS = getDefaultLabels('now', 'today', 'soon')

const nightCall = defineObject('nightCall', 'Call', { preview: { select: { title: 'words', subtitle: 'time' } } }, [
  field.text('time', 'Time', 20, { description: 'As shown: 2:14 AM.' }),
  field.text('words', 'Caller’s request, in their words', 100),
  field.choice('state', 'Status', CALL_STATE_LABELS, {
    description: 'Calls that need attention come first.',
    initialValue: 'booked',
    layout: 'menu',
    isRequired: true,
  }),
  field.optionalText('attention', 'Why it needs attention', 80),
  field.choice('urgency', 'Urgency', URGENCY_LABELS, { layout: 'menu' }),
  field.optionalText('window', 'Arrival window', 30, { description: 'Tue 8–10 AM' }),
])

export const morningPicture = definePicture({
  name: 'morningPicture',
  title: 'Morning list',
  icon: MobileDeviceIcon,
  description: 'Overnight calls as the owner sees them in the morning.',
  fields: [
    field.toggle('isWindow', 'Show the list without a phone', {
      description: 'Uses the full width and hides the time.',
    }),
    field.text('time', 'Time on the phone', 12, { description: 'As shown: 6:04.' }),
    field.text('sentence', 'Summary above the list', 90, {
      description: 'Matches the calls below: 4 calls since you closed: 2 booked, 1 requested, 1 needs attention.',
    }),
    field.list('calls', 'Calls', [nightCall], {
      description: 'Newest first. In a hero on a phone, only the first two are shown.',
      min: 2,
      max: 5,
    }),
  ],
})

export const pagingPicture = definePicture({
  name: 'pagingPicture',
  title: 'Page to the on-call tech',
  icon: BellIcon,
  description: 'An emergency text message on a locked phone.',
  fields: [
    field.text('time', 'Time on the phone', 12, { description: 'As shown: 2:17 AM.' }),
    field.text('day', 'Day on the phone', 40, { description: 'Tuesday, January 12' }),
    field.text('sender', 'Sender', 40),
    field.text('headline', 'First line', 80, { description: 'Type of job and why it’s urgent.' }),
    field.text('address', 'Address', 80),
    field.optionalText('window', 'Promised arrival', 60),
    field.text('fee', 'Fee', 60, { description: 'As accepted by the caller.' }),
    field.list(
      'answers',
      'Replies',
      [defineArrayMember({ type: 'string', validation: (rule) => rule.required().max(30) })],
      { description: 'Replies the tech can send: 1 Accept.', min: 1, max: 2 },
    ),
  ],
})

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

const CLOCK_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/

const defineClockField = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'string',
    description: 'From 00:00 to 23:59.',
    placeholder: '08:00',
    validation: (rule) => rule.required().regex(CLOCK_PATTERN, { name: 'a time like 08:00' }),
  })

const weekVisit = defineObject(
  'weekVisit',
  'Appointment',
  {
    preview: {
      select: { title: 'customer', day: 'day', from: 'from', to: 'to' },
      prepare: ({ title, day, from, to }) => ({
        title,
        subtitle: [WEEKDAYS[day], [from, to].filter(Boolean).join('–')].join(' '),
      }),
    },
  },
  [
    field.ofType('number', 'day', 'Day', {
      options: field.buildNumberChoices(Object.fromEntries(WEEKDAYS.map((title, day) => [title, day]))),
      initialValue: 0,
      validation: (rule) => rule.required(),
    }),
    defineClockField('from', 'From'),
    defineClockField('to', 'To'),
    field.text('customer', 'Customer', 40),
    field.text('job', 'Job', 60),
    field.optionalText('technician', 'Technician', 40),
    field.toggle('isFilled', 'Filled by the call', { description: 'Highlighted in the cool color.' }),
  ],
)

export const weekPicture = definePicture({
  name: 'weekPicture',
  title: 'Week with appointments',
  icon: CalendarIcon,
  description: 'Monday to Friday, with the window a call filled.',
  fields: [
    field.ofType('date', 'monday', 'Monday of the week', {
      description: 'The site derives the five days from it.',
      validation: (rule) => rule.required(),
    }),
    field.list('visits', 'Appointments', [weekVisit], {
      description: 'Phones show the first two days, blocks beside text the first three. Appointments must not overlap.',
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
    field.text('label', 'Label', 30, { description: 'Hours, Service area, Categories.' }),
    field.optionalText('before', 'Before', 60, { description: 'If empty, it’s marked as missing.' }),
    field.text('after', 'After', 60),
  ],
)

export const businessProfilePicture = definePicture({
  name: 'businessProfilePicture',
  title: 'Business profile',
  icon: EarthGlobeIcon,
  description: 'A business profile with its mistakes before and after.',
  fields: [
    field.optionalText('search', 'Search query', 40, { description: 'no heat near me' }),
    field.text('business', 'Business name', 40),
    field.list('lines', 'Lines', [profileLine], { min: 2, max: 6 }),
  ],
})

const townSection = defineObject(
  'townSection',
  'Section',
  { preview: { select: { title: 'title', subtitle: 'text' } } },
  [field.text('title', 'Title', 60), field.optionalText('text', 'Text', 120)],
)

export const townPagePicture = definePicture({
  name: 'townPagePicture',
  title: 'Town page',
  icon: DocumentTextIcon,
  description: 'A page with facts specific to one town.',
  fields: [
    field.text('address', 'Page address', 60, { description: 'yourcompany.example/oak-park' }),
    field.text('title', 'Page title', 80),
    field.list('sections', 'Sections', [townSection], {
      description: 'In a hero on a phone, only the first two are shown.',
      min: 1,
      max: 5,
    }),
  ],
})

const count = (name: string, title: string) => field.number(name, title, { min: 0, isInteger: true, isRequired: true })

const reportLine = defineObject('reportLine', 'Line', { preview: { select: { title: 'label', subtitle: 'jobs' } } }, [
  field.text('label', 'Source', 40, { description: 'Business profile' }),
  count('calls', 'Calls and forms'),
  count('jobs', 'Jobs'),
])

export const reportPicture = definePicture({
  name: 'reportPicture',
  title: 'Monthly report',
  icon: BillIcon,
  description: 'Sources of a month’s calls and how many became jobs. The site adds up the totals.',
  fields: [
    field.text('month', 'Month', 20, { description: 'October' }),
    field.text('business', 'Business name', 40),
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
  'Product picture',
  pictureTypes.map(({ name }) => defineArrayMember({ type: name })),
  {
    description:
      'Up to one. The site renders it in light and dark and labels it as an example. An image above takes priority.',
    options: { insertMenu: { filter: false } },
    max: 1,
  },
)
