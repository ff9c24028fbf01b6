import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { defineType } from 'sanity'
import { textBlock } from './text-block.ts'

export const portableTextType = defineType({
  name: 'portableText',
  title: 'Text',
  type: 'array',
  icon: BlockContentIcon,
  of: [textBlock()],
})
