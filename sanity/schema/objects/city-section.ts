import { TextIcon } from '@sanity/icons/Text'
import { defineField, defineType } from 'sanity'
import { headingField } from '../fields/text.ts'

export const citySectionType = defineType({
  name: 'citySection',
  title: 'Section',
  type: 'object',
  icon: TextIcon,
  fields: [
    headingField,
    defineField({
      name: 'body',
      title: 'Text',
      type: 'portableText',
      description: 'What is true in this city and nowhere else: housing, weather, rules, equipment.',
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: 'heading', subtitle: 'body.0.children.0.text' } },
})
