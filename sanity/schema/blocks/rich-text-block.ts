import { TextIcon } from '@sanity/icons/Text'
import { defineField, defineType } from 'sanity'
import { optionalHeadingField } from '../fields/text.ts'
import { blockPreview } from './preview.ts'

export const richTextBlockType = defineType({
  name: 'richTextBlock',
  title: 'Text',
  type: 'object',
  icon: TextIcon,
  fields: [
    optionalHeadingField,
    defineField({ name: 'body', title: 'Text', type: 'portableText', validation: (rule) => rule.required() }),
  ],
  preview: blockPreview('Text'),
})
