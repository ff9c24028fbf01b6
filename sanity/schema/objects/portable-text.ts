import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { defineArrayMember, defineType } from 'sanity'
import { linkAnnotation } from '../fields/link-annotation.ts'

export const portableTextType = defineType({
  name: 'portableText',
  title: 'Text',
  type: 'array',
  icon: BlockContentIcon,
  of: [
    defineArrayMember({
      type: 'block',
      styles: [
        { title: 'Text', value: 'normal' },
        { title: 'Heading', value: 'h2' },
        { title: 'Smaller heading', value: 'h3' },
        { title: 'Quote', value: 'blockquote' },
      ],
      lists: [
        { title: 'Bullets', value: 'bullet' },
        { title: 'Numbers', value: 'number' },
      ],
      marks: {
        decorators: [
          { title: 'Strong', value: 'strong' },
          { title: 'Emphasis', value: 'em' },
        ],
        annotations: [linkAnnotation],
      },
    }),
  ],
})
