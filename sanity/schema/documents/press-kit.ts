import { PackageIcon } from '@sanity/icons/Package'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { headingField } from '../fields/text.ts'

const fact = defineArrayMember({
  name: 'pressFact',
  title: 'Fact',
  type: 'object',
  fields: [
    defineField({ name: 'title', title: 'Title', type: 'string', validation: (rule) => rule.required().max(40) }),
    defineField({
      name: 'text',
      title: 'Text',
      type: 'string',
      description: '{price} is the lowest price of the plans.',
      validation: (rule) => rule.required().max(160),
    }),
  ],
  preview: { select: { title: 'title', subtitle: 'text' } },
})

export const pressKitType = defineType({
  name: 'pressKit',
  title: 'Press kit',
  type: 'document',
  icon: PackageIcon,
  fields: [
    headingField,
    defineField({
      name: 'shortBoilerplate',
      title: 'About the company, in one sentence',
      type: 'text',
      rows: 2,
      description: 'About 25 words that may be printed as they are. Facts only.',
      validation: (rule) => rule.max(240),
    }),
    defineField({
      name: 'boilerplate',
      title: 'About the company',
      type: 'text',
      rows: 6,
      description: 'About 60 words that may be printed as they are, also below each announcement. Facts only.',
      validation: (rule) => rule.required().max(1200),
    }),
    defineField({
      name: 'facts',
      title: 'Facts',
      type: 'array',
      of: [fact],
      description: 'What a journalist looks up first: what it is, for whom, what it costs, what it does not do.',
      validation: (rule) => rule.max(8),
    }),
    defineField({
      name: 'downloads',
      title: 'Downloads',
      type: 'array',
      of: [defineArrayMember({ type: 'pressDownload' })],
      description: 'Logos and pictures, each as one file.',
      validation: (rule) => rule.max(12),
    }),
    defineField({
      name: 'contactEmail',
      title: 'Email for the press',
      type: 'string',
      validation: (rule) => rule.required().email(),
    }),
  ],
  preview: { select: { title: 'heading', subtitle: 'contactEmail' } },
})
