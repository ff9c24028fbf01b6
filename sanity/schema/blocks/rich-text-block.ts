import { TextIcon } from '@sanity/icons/Text'
import { defineField, defineType } from 'sanity'
import { headingField } from '../fields/text.ts'
import { limits } from '../limits.ts'
import { blockPreview } from './preview.ts'

export const richTextBlockType = defineType({
  name: 'richTextBlock',
  title: 'Text',
  type: 'object',
  icon: TextIcon,
  fields: [
    defineField({
      ...headingField,
      description: 'May stay empty.',
      validation: (rule) => rule.max(limits.heading),
    }),
    defineField({ name: 'body', title: 'Text', type: 'portableText', validation: (rule) => rule.required() }),
  ],
  preview: blockPreview('Text'),
})
