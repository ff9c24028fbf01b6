import { CommentIcon } from '@sanity/icons/Comment'
import { defineLineTextField, speakerField } from '../fields/call-line.ts'
import { headingField, leadTextField } from '../fields/text.ts'
import { check, getRecordingLengthError } from '../validation/rules.ts'
import { defineField, defineObject } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

const MAX_RECORDING_SECONDS = 600

/** Maximum number of calls, including the first one. */
const MAX_CALLS = 6

type CallWithRecording = { recording?: { file?: { asset?: unknown } } }
type BlockWithCalls = { call?: CallWithRecording; calls?: CallWithRecording[] }

function hasRecording(document: unknown): boolean {
  const { blocks = [] } = (document ?? {}) as { blocks?: BlockWithCalls[] }
  return blocks.some(({ call, calls = [] }) => [call, ...calls].some((entry) => entry?.recording?.file?.asset))
}

const callLine = defineObject('callLine', 'Line', { preview: { select: { title: 'text', subtitle: 'speaker' } } }, [
  speakerField,
  defineLineTextField(280),
  field.optionalText('understood', 'Detail noted', 80, {
    description: 'Short note below the line: “No heat · infant in the house”.',
  }),
  field.optionalText('fact', 'Detail name', 16, {
    description:
      'Shown before the detail in the lead, even if the detail is missing: Problem, Safety, System, Address, Fee.',
    hidden: ({ parent }) => !(parent as { understood?: string } | undefined)?.understood,
  }),
  field.number('startsAt', 'Start in the recording, seconds', {
    description: 'If empty, the site estimates it from the text length.',
    hidden: ({ document }) => !hasRecording(document),
    min: 0,
    max: MAX_RECORDING_SECONDS,
  }),
])

const LANGUAGES = { en: 'English', es: 'Spanish' }

const OUTCOMES = { booked: 'Appointment booked', paged: 'On-call tech paged', callback: 'Callback' }

const recordingField = field.object(
  'recording',
  'Recording',
  {
    description:
      'Without a recording, the visitor’s device reads the call aloud if it can. Spanish calls are then text only.',
    options: { collapsible: true, collapsed: true },
  },
  [
    field.ofType('file', 'file', 'File', {
      description: 'MP3, M4A or WAV, up to ten minutes. It must match the lines above, in order.',
      options: { accept: 'audio/*' },
    }),
    field.ofType('number', 'seconds', 'Length, seconds', {
      description: 'Shown before the recording loads.',
      validation: (rule) => rule.positive().max(MAX_RECORDING_SECONDS).custom(check(getRecordingLengthError)),
    }),
    // Word timings from sanity/seed/recordings.ts. They apply only to the file in `timedFor`.
    defineField({ name: 'timings', type: 'string', hidden: true }),
    defineField({ name: 'timedFor', type: 'string', hidden: true }),
  ],
)

const callFields = [
  field.optionalText('name', 'Short name', 24, {
    description: 'Type of call in two to four words: Smell of gas. Shown if there are several calls.',
  }),
  field.ofType('string', 'startedAt', 'Call time', {
    description: 'As shown: 2:14 a.m.',
    validation: (rule) => rule.regex(/^(1[0-2]|[1-9]):[0-5]\d [ap]\.m\.$/, { name: 'a time like 2:14 a.m.' }),
  }),
  field.choice('language', 'Language', LANGUAGES, {
    description: 'Used by screen readers. Default: English.',
  }),
  field.list('lines', 'Lines', [callLine], { min: 2, max: 14 }),
  field.choice('result', 'Outcome type', OUTCOMES, {
    description: 'Icon and label of the outcome. Default: Appointment booked.',
  }),
  field.text('outcome', 'Outcome', 120, {
    description: 'What the calendar or the morning list shows after the call.',
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
    'Realistic calls. Visitors hear your recording or their device’s built-in voices. The site labels them as examples, so don’t present them as real customers.',
  fields: [
    headingField,
    leadTextField,
    field.object(
      'call',
      'Call',
      {
        description:
          'If it’s the only call, it plays next to a hero that has no picture, and this block shows its transcript.',
        validation: (rule) => rule.required(),
      },
      callFields,
    ),
    field.list(
      'calls',
      'More calls',
      [defineObject('sampleCall', 'Call', { preview: { select: { title: 'name', subtitle: 'outcome' } } }, callFields)],
      { description: 'Listed below the first one. Visitors choose one.', max: MAX_CALLS - 1 },
    ),
  ],
  projection: `
    heading, text,
    call{ ${callProjection} },
    calls[]{ _key, ${callProjection} }
  `,
})
