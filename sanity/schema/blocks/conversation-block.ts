import { CommentIcon } from '@sanity/icons/Comment'
import { saidField, speakerField } from '../fields/call-line.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { recordingLengthError, verdict } from '../validation/rules.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'
import { radioOptions } from '../fields/radio-options.ts'

/** The longest recording that a page plays. */
const MAX_SECONDS = 600

/** The most calls that stand behind the tabs of one block, with the first. */
const MAX_CALLS = 6

type WithRecording = { recording?: { file?: { asset?: unknown } } }
type WithCalls = { call?: WithRecording; calls?: WithRecording[] }

/** Whether any sample call of a page has a recording. */
function hasRecording(document: unknown): boolean {
  const { blocks = [] } = (document ?? {}) as { blocks?: WithCalls[] }
  return blocks.some(({ call, calls = [] }) => [call, ...calls].some((each) => each?.recording?.file?.asset))
}

const callLine = defineArrayMember({
  name: 'callLine',
  title: 'Line',
  type: 'object',
  fields: [
    speakerField,
    saidField(280),
    defineField({
      name: 'understood',
      title: 'What the assistant understood',
      type: 'string',
      description: 'A short note below the line: “No heat · infant in the house”.',
      validation: (rule) => rule.max(80),
    }),
    defineField({
      name: 'fact',
      title: 'Which fact this is',
      type: 'string',
      description:
        'Stands before it in the lead, also while it is not known yet: Problem, Safety, System, Address, Fee.',
      hidden: ({ parent }) => !(parent as { understood?: string } | undefined)?.understood,
      validation: (rule) => rule.max(16),
    }),
    defineField({
      name: 'startsAt',
      title: 'Begins in the recording, seconds',
      type: 'number',
      description: 'Empty: estimated from the length of the texts.',
      hidden: ({ document }) => !hasRecording(document),
      validation: (rule) => rule.min(0).max(MAX_SECONDS),
    }),
  ],
  preview: { select: { title: 'text', subtitle: 'speaker' } },
})

const LANGUAGES = [
  { title: 'English', value: 'en' },
  { title: 'Spanish', value: 'es' },
]

const RESULTS = [
  { title: 'A visit is booked', value: 'booked' },
  { title: 'Somebody is paged', value: 'paged' },
  { title: 'A person calls back', value: 'callback' },
]

const recordingField = defineField({
  name: 'recording',
  title: 'Recording',
  type: 'object',
  description:
    'Without one the visitor’s own device reads the call aloud, where it has voices. A Spanish call without one is words alone.',
  options: { collapsible: true, collapsed: true },
  fields: [
    defineField({
      name: 'file',
      title: 'File',
      type: 'file',
      description: 'MP3, M4A or WAV, at most ten minutes. It must say the lines above, in their order.',
      options: { accept: 'audio/*' },
    }),
    defineField({
      name: 'seconds',
      title: 'Length, seconds',
      type: 'number',
      description: 'Shown before anything is loaded.',
      validation: (rule) =>
        rule
          .positive()
          .max(MAX_SECONDS)
          .custom((seconds, { parent }) =>
            verdict(recordingLengthError(seconds, parent as { file?: { asset?: unknown } } | undefined)),
          ),
    }),
    // Written with the sample content (sanity/seed/recordings.ts). They hold for one file, and end with it.
    defineField({ name: 'timings', type: 'string', hidden: true }),
    defineField({ name: 'timedFor', type: 'string', hidden: true }),
  ],
})

/** What a call is made of, the first of a block and the further ones alike. */
const callFields = [
  defineField({
    name: 'name',
    title: 'Name in the list',
    type: 'string',
    description: 'What kind of call it is, in two to four words: Smell of gas. Seen where there are several calls.',
    validation: (rule) => rule.max(24),
  }),
  defineField({
    name: 'startedAt',
    title: 'Time of the call',
    type: 'string',
    description: 'As it is shown: 2:14 a.m.',
    validation: (rule) => rule.regex(/^(1[0-2]|[1-9]):[0-5]\d [ap]\.m\.$/, { name: 'a time like 2:14 a.m.' }),
  }),
  defineField({
    name: 'language',
    title: 'Language of the lines',
    type: 'string',
    description: 'Screen readers pronounce the lines by it. Empty: English.',
    options: radioOptions(LANGUAGES),
  }),
  defineField({
    name: 'lines',
    title: 'Lines',
    type: 'array',
    of: [callLine],
    validation: (rule) => rule.required().min(2).max(14),
  }),
  defineField({
    name: 'result',
    title: 'What comes of it',
    type: 'string',
    description: 'The sign and the word before how it ends. Empty: a visit is booked.',
    options: radioOptions(RESULTS),
  }),
  defineField({
    name: 'outcome',
    title: 'How it ends',
    type: 'string',
    description: 'What stands in the calendar, or in the list of the morning, after the call.',
    validation: (rule) => rule.required().max(120),
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
    defineField({
      name: 'call',
      title: 'Call',
      type: 'object',
      description: 'As the only call it is played beside a hero that has no picture, and read in this block.',
      fields: callFields,
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'calls',
      title: 'Further calls',
      type: 'array',
      description: 'Listed below the first: visitors choose one.',
      of: [
        defineArrayMember({
          name: 'sampleCall',
          title: 'Call',
          type: 'object',
          fields: callFields,
          preview: { select: { title: 'name', subtitle: 'outcome' } },
        }),
      ],
      validation: (rule) => rule.max(MAX_CALLS - 1),
    }),
  ],
  projection: `
    heading, text,
    call{ ${callProjection} },
    calls[]{ _key, ${callProjection} }
  `,
})
