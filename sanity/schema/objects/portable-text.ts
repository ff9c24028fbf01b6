import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { defineArrayMember, defineType } from 'sanity'
import { linkAnnotation } from '../fields/link-annotation.ts'

type Choice = { title: string; value: string }

/** Paragraphs, headings, lists and links: what every text has, and what a longer one has besides. */
export const textBlock = ({ headings = [], decorators = [] }: { headings?: Choice[]; decorators?: Choice[] } = {}) =>
  defineArrayMember({
    type: 'block',
    styles: [
      { title: 'Text', value: 'normal' },
      { title: 'Heading', value: 'h2' },
      { title: 'Smaller heading', value: 'h3' },
      ...headings,
      { title: 'Quote', value: 'blockquote' },
    ],
    lists: [
      { title: 'Bullets', value: 'bullet' },
      { title: 'Numbers', value: 'number' },
    ],
    marks: {
      decorators: [{ title: 'Strong', value: 'strong' }, { title: 'Emphasis', value: 'em' }, ...decorators],
      annotations: [linkAnnotation],
    },
  })

export const portableTextType = defineType({
  name: 'portableText',
  title: 'Text',
  type: 'array',
  icon: BlockContentIcon,
  of: [textBlock()],
})
