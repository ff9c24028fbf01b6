import { InfoOutlineIcon } from '@sanity/icons/InfoOutline'
import { defineField, defineType } from 'sanity'
import { radioOptions } from '../fields/radio-options.ts'

const TONES = [
  { title: 'Note', value: 'note' },
  { title: 'Tip', value: 'tip' },
  { title: 'Warning', value: 'warning' },
]

export const calloutType = defineType({
  name: 'callout',
  title: 'Callout',
  type: 'object',
  icon: InfoOutlineIcon,
  fields: [
    defineField({
      name: 'tone',
      title: 'Kind',
      type: 'string',
      description: 'A warning is for what costs money or data.',
      options: radioOptions(TONES),
      initialValue: 'note',
      validation: (rule) => rule.required(),
    }),
    defineField({ name: 'body', title: 'Text', type: 'portableText', validation: (rule) => rule.required() }),
  ],
  preview: {
    select: { tone: 'tone', text: 'body.0.children.0.text' },
    prepare: ({ tone, text }) => ({
      title: text ?? 'Empty callout',
      subtitle: TONES.find(({ value }) => value === tone)?.title ?? 'Callout',
    }),
  },
})
