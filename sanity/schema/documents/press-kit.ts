import { PackageIcon } from '@sanity/icons/Package'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { headingField } from '../fields/text.ts'

export const pressKitType = defineType({
  name: 'pressKit',
  title: 'Press kit',
  type: 'document',
  icon: PackageIcon,
  fields: [
    headingField,
    defineField({
      name: 'intro',
      title: 'Introduction',
      type: 'text',
      rows: 3,
      validation: (rule) => rule.required().max(480),
    }),
    defineField({
      name: 'boilerplate',
      title: 'About the company',
      type: 'text',
      rows: 6,
      description: 'The paragraph that may be printed as it is. Facts only.',
      validation: (rule) => rule.required().max(1200),
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
      title: 'E-mail for the press',
      type: 'string',
      validation: (rule) => rule.required().email(),
    }),
  ],
  preview: { select: { title: 'heading', subtitle: 'contactEmail' } },
})
