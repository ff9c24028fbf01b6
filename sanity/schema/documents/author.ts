import { UserIcon } from '@sanity/icons/User'
import { defineField, defineType } from 'sanity'
import { AUTHOR_ROOT } from '../../../lib/routes.ts'
import { slugField } from '../fields/slug.ts'
import { limits } from '../limits.ts'
import { radioOptions } from '../fields/radio-options.ts'

export const authorType = defineType({
  name: 'author',
  title: 'Author',
  type: 'document',
  icon: UserIcon,
  fields: [
    defineField({ name: 'name', title: 'Name', type: 'string', validation: (rule) => rule.required().max(80) }),
    slugField({ source: 'name', example: `${AUTHOR_ROOT}/jo-miller` }),
    defineField({
      name: 'kind',
      title: 'Who this is',
      type: 'string',
      description: 'Search engines are told so.',
      options: radioOptions([
        { title: 'A person', value: 'person' },
        { title: 'A team that signs as one', value: 'team' },
      ]),
      initialValue: 'person',
    }),
    defineField({
      name: 'role',
      title: 'Role',
      type: 'string',
      description: 'What the author does, as it stands beside the name.',
      validation: (rule) => rule.max(80),
    }),
    defineField({
      name: 'bio',
      title: 'About the author',
      type: 'text',
      rows: 4,
      description: 'Why this person can write about it. Two or three sentences.',
      validation: (rule) => rule.max(limits.shortText),
    }),
    defineField({ name: 'photo', title: 'Photo', type: 'imageWithAlt' }),
  ],
  orderings: [{ title: 'Name', name: 'name', by: [{ field: 'name', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'role', media: 'photo' } },
})
