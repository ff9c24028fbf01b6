import { CommentIcon } from '@sanity/icons/Comment'
import { headingField, leadTextField } from '../fields/text.ts'
import { recordingLengthError, verdict } from '../validation/rules.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'
import { radioOptions } from '../fields/radio-options.ts'

/** The longest recording that a page plays. */
const MAX_SECONDS = 600

type WithCall = { call?: { recording?: { file?: { asset?: unknown } } } }

/** Whether any sample call of a page has a recording. */
function hasRecording(document: unknown): boolean {
  const { blocks = [] } = (document ?? {}) as { blocks?: WithCall[] }
  return blocks.some(({ call }) => call?.recording?.file?.asset)
}

const SPEAKERS = [
  { title: 'Caller', value: 'caller' },
  { title: 'Assistant', value: 'assistant' },
]

const callLine = defineArrayMember({
  name: 'callLine',
  title: 'Line',
  type: 'object',
  fields: [
    defineField({
      name: 'speaker',
      title: 'Who speaks',
      type: 'string',
      options: radioOptions(SPEAKERS),
      initialValue: 'caller',
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'text',
      title: 'What is said',
      type: 'text',
      rows: 2,
      validation: (rule) => rule.required().max(280),
    }),
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

export const conversationBlock = defineBlock({
  name: 'conversationBlock',
  title: 'Sample call',
  menu: ['show'],
  icon: CommentIcon,
  description:
    'A call as it could go. Visitors hear it: your recording, or else two voices of their own device. The site labels it as an example, so do not present it as a customer’s.',
  fields: [
    headingField,
    leadTextField,
    defineField({
      name: 'call',
      title: 'Call',
      type: 'object',
      fields: [
        defineField({
          name: 'startedAt',
          title: 'Time of the call',
          type: 'string',
          description: 'As it is shown: 2:14 a.m.',
          validation: (rule) => rule.regex(/^(1[0-2]|[1-9]):[0-5]\d [ap]\.m\.$/, { name: 'a time like 2:14 a.m.' }),
        }),
        defineField({
          name: 'lines',
          title: 'Lines',
          type: 'array',
          of: [callLine],
          validation: (rule) => rule.required().min(2).max(14),
        }),
        defineField({
          name: 'outcome',
          title: 'How it ends',
          type: 'string',
          description: 'What stands in the calendar after the call.',
          validation: (rule) => rule.required().max(120),
        }),
        defineField({
          name: 'recording',
          title: 'Recording',
          type: 'object',
          description: 'Without one the visitor’s own device reads the call aloud, where it has voices.',
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
          ],
        }),
      ],
      validation: (rule) => rule.required(),
    }),
  ],
  projection: `
    heading, text,
    call{
      startedAt, outcome,
      "recording": recording{ seconds, "file": file.asset->{ url, mimeType } },
      lines[]{ _key, speaker, text, understood, fact, startsAt }
    }
  `,
})
