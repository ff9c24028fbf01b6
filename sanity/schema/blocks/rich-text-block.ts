import { TextIcon } from '@sanity/icons/Text'
import { PORTABLE_TEXT } from '../../fragments.ts'
import { optionalHeadingField } from '../fields/text.ts'
import * as field from '../shared/field.ts'
import { defineBlock } from './define-block.ts'

export const richTextBlock = defineBlock({
  name: 'richTextBlock',
  title: 'Text',
  menu: ['tell'],
  icon: TextIcon,
  fields: [optionalHeadingField, field.richText('body', 'Text', { isRequired: true })],
  projection: `heading, body[]{ ${PORTABLE_TEXT} }`,
})
