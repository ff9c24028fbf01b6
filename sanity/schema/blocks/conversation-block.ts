import { CommentIcon } from '@sanity/icons/Comment'
import { saidField, speakerField } from '../fields/call-line.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { check, recordingLengthError } from '../validation/rules.ts'
import { defineField, defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const MAX_SECONDS = 600

/** Maximum number of calls, including the first one. */
const MAX_CALLS = 6

type WithRecording = { recording?: { file?: { asset?: unknown } } }
type WithCalls = { call?: WithRecording; calls?: WithRecording[] }

function hasRecording(document: unknown): boolean {
  const { blocks = [] } = (document ?? {}) as { blocks?: WithCalls[] }
  return blocks.some(({ call, calls = [] }) => [call, ...calls].some((each) => each?.recording?.file?.asset))
}

const callLine = defineObject('callLine', 'Line', { preview: { select: { title: 'text', subtitle: 'speaker' } } }, [
  speakerField,
  saidField(280),
  field.optionalText('understood', 'What the assistant understood', 80, {
    description: 'A short note below the line: “No heat · infant in the house”.',
  }),
  field.optionalText('fact', 'Which fact this is', 16, {
    description: 'Stands before it in the lead, also while it is not known yet: Problem, Safety, System, Address, Fee.',
    hidden: ({ parent }) => !(parent as { understood?: string } | undefined)?.understood,
  }),
  field.number('startsAt', 'Begins in the recording, seconds', {
    description: 'Empty: estimated from the length of the texts.',
    hidden: ({ document }) => !hasRecording(document),
    min: 0,
    max: MAX_SECONDS,
  }),
])

const LANGUAGES = { en: 'English', es: 'Spanish' }

const RESULTS = { booked: 'A visit is booked', paged: 'Somebody is paged', callback: 'A person calls back' }

const recordingField = field.object(
  'recording',
  'Recording',
  {
    description:
      'Without one the visitor’s own device reads the call aloud, where it has voices. A Spanish call without one is words alone.',
    options: { collapsible: true, collapsed: true },
  },
  [
    field.of('file', 'file', 'File', {
      description: 'MP3, M4A or WAV, at most ten minutes. It must say the lines above, in their order.',
      options: { accept: 'audio/*' },
    }),
    field.of('number', 'seconds', 'Length, seconds', {
      description: 'Shown before anything is loaded.',
      validation: (rule) => rule.positive().max(MAX_SECONDS).custom(check(recordingLengthError)),
    }),
    // Word timings from sanity/seed/recordings.ts. They apply only to the file in `timedFor`.
    defineField({ name: 'timings', type: 'string', hidden: true }),
    defineField({ name: 'timedFor', type: 'string', hidden: true }),
  ],
)

const callFields = [
  field.optionalText('name', 'Name in the list', 24, {
    description: 'What kind of call it is, in two to four words: Smell of gas. Seen where there are several calls.',
  }),
  field.of('string', 'startedAt', 'Time of the call', {
    description: 'As it is shown: 2:14 a.m.',
    validation: (rule) => rule.regex(/^(1[0-2]|[1-9]):[0-5]\d [ap]\.m\.$/, { name: 'a time like 2:14 a.m.' }),
  }),
  field.choice('language', 'Language of the lines', LANGUAGES, {
    description: 'Screen readers pronounce the lines by it. Empty: English.',
  }),
  field.list('lines', 'Lines', [callLine], { min: 2, max: 14 }),
  field.choice('result', 'What comes of it', RESULTS, {
    description: 'The sign and the word before how it ends. Empty: a visit is booked.',
  }),
  field.text('outcome', 'How it ends', 120, {
    description: 'What stands in the calendar, or in the list of the morning, after the call.',
  }),
  recordingField,
]

const callProjection = `
  name, language, startedAt, result, outcome,
  "recording": recording{
    seconds, "file": file.asset->{ url, mimeType }, "timings": select(file.asset._ref == timedFor => timings)
  },
  lines[]{ _key, speaker, text, understood, fact, startsAt }
`

export const conversationBlock = defineBlock({
  name: 'conversationBlock',
  title: 'Sample call',
  menu: ['show'],
  icon: CommentIcon,
  description:
    'Calls as they could go. Visitors hear them: your recording, or else two voices of their own device. The site labels them as examples, so do not present one as a customer’s.',
  fields: [
    headingField,
    leadTextField,
    field.object(
      'call',
      'Call',
      {
        description: 'As the only call it is played beside a hero that has no picture, and read in this block.',
        validation: (rule) => rule.required(),
      },
      callFields,
    ),
    field.list(
      'calls',
      'Further calls',
      [defineObject('sampleCall', 'Call', { preview: { select: { title: 'name', subtitle: 'outcome' } } }, callFields)],
      { description: 'Listed below the first: visitors choose one.', max: MAX_CALLS - 1 },
    ),
  ],
  projection: `
    heading, text,
    call{ ${callProjection} },
    calls[]{ _key, ${callProjection} }
  `,
})
