import { CommentIcon } from '@sanity/icons/Comment'
import { headingField, leadTextField } from '../fields/text.ts'
import { defineArrayMember, defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

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
      options: { list: SPEAKERS, layout: 'radio', direction: 'horizontal' },
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
      description: 'A short note beside the line: “No heat · infant in the house”.',
      validation: (rule) => rule.max(80),
    }),
  ],
  preview: { select: { title: 'text', subtitle: 'speaker' } },
})

export const conversationBlock = defineBlock({
  name: 'conversationBlock',
  title: 'Sample call',
  menu: ['show'],
  icon: CommentIcon,
  description: 'A call as it could go. The site labels it as an example, so do not present it as a customer’s.',
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
      ],
      validation: (rule) => rule.required(),
    }),
  ],
  projection: 'heading, text, call{ startedAt, outcome, lines[]{ _key, speaker, text, understood } }',
})
