import { PinIcon } from '@sanity/icons/Pin'
import { defineField, defineType, type Rule } from 'sanity'
import { sourceField } from '../fields/source.ts'

export const localFactType = defineType({
  name: 'localFact',
  title: 'Local fact',
  type: 'object',
  icon: PinIcon,
  fields: [
    defineField({
      name: 'label',
      title: 'What it is',
      type: 'string',
      validation: (rule) => rule.required().max(80),
    }),
    defineField({
      name: 'value',
      title: 'Value',
      type: 'string',
      description: 'A number with its unit, or a date. Only what the source says.',
      validation: (rule) => rule.required().max(80),
    }),
    { ...sourceField, validation: (rule: Rule) => rule.required() },
  ],
  preview: {
    select: { label: 'label', value: 'value', source: 'source.name' },
    prepare: ({ label, value, source }) => ({
      title: `${value ?? '?'} – ${label ?? ''}`,
      subtitle: source ?? 'No source yet',
    }),
  },
})
