import { BlockContentIcon } from '@sanity/icons/BlockContent'
import { LinkIcon } from '@sanity/icons/Link'
import { defineArrayMember, defineType } from 'sanity'
import { linkTargetFields } from '../fields/link-target.ts'
import { linkError, type LinkTarget } from '../validation/link.ts'
import { verdict } from '../validation/rules.ts'

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
        annotations: [
          {
            name: 'link',
            title: 'Link',
            type: 'object',
            icon: LinkIcon,
            fields: linkTargetFields,
            validation: (rule) => rule.custom((value) => verdict(linkError(value as LinkTarget | undefined))),
          },
        ],
      },
    }),
  ],
})
