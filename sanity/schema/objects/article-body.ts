import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { defineArrayMember, defineType } from 'sanity'
import { textBlock } from './portable-text.ts'

/** The text of posts, press items, documentation and legal pages: everything a long text needs. */
export const articleBodyType = defineType({
  name: 'articleBody',
  title: 'Article text',
  type: 'array',
  icon: BlockContentIcon,
  of: [
    textBlock({
      headings: [{ title: 'Smallest heading', value: 'h4' }],
      decorators: [{ title: 'Code', value: 'code' }],
    }),
    defineArrayMember({ type: 'imageWithAlt' }),
    defineArrayMember({ type: 'codeBlock' }),
    defineArrayMember({ type: 'callout' }),
    defineArrayMember({ type: 'table' }),
  ],
})
