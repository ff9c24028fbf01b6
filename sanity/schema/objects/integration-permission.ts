import { LockIcon } from '@sanity/icons/Lock'
import { defineField, defineType } from 'sanity'

/** A permission that another system asks its owner for. */
export const integrationPermissionType = defineType({
  name: 'integrationPermission',
  title: 'Permission',
  type: 'object',
  icon: LockIcon,
  fields: [
    defineField({
      name: 'words',
      title: 'What it allows',
      type: 'string',
      description: 'In plain words: “See when you are busy, not why”.',
      validation: (rule) => rule.required().max(100),
    }),
    defineField({
      name: 'scope',
      title: 'Technical name',
      type: 'string',
      description: 'As the other system writes it.',
      validation: (rule) => rule.required().max(120),
    }),
    defineField({
      name: 'onlyToWrite',
      title: 'Only with writing switched on',
      type: 'boolean',
      initialValue: false,
    }),
  ],
  preview: { select: { title: 'words', subtitle: 'scope' } },
})
