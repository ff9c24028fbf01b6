import { TextIcon } from '@sanity/icons/Text'
import { PORTABLE_TEXT } from '../../queries/fragments.ts'
import { optionalHeadingField } from '../fields/text.ts'
import { defineField } from '../define.ts'
import { defineBlock } from './define-block.ts'

export const richTextBlock = defineBlock({
  name: 'richTextBlock',
  title: 'Text',
  menu: ['tell'],
  icon: TextIcon,
  fields: [
    optionalHeadingField,
    defineField({ name: 'body', title: 'Text', type: 'portableText', validation: (rule) => rule.required() }),
  ],
  projection: `heading, body[]{ ${PORTABLE_TEXT} }`,
})
