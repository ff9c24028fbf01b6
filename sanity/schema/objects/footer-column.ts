import { MenuIcon } from '@sanity/icons/Menu'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { limits } from '../limits.ts'
import { footerMailWarning, type LinkTarget } from '../validation/link.ts'
import { verdict } from '../validation/rules.ts'

export const footerColumnType = defineType({
  name: 'footerColumn',
  title: 'Footer column',
  type: 'object',
  icon: MenuIcon,
  fields: [
    defineField({
      name: 'title',
      title: 'Title',
      type: 'string',
      validation: (rule) => rule.required().max(limits.label),
    }),
    defineField({
      name: 'links',
      title: 'Links',
      type: 'array',
      of: [defineArrayMember({ type: 'link' })],
      validation: (rule) => [
        rule.required().min(1).max(10),
        rule.custom((links) => verdict(footerMailWarning(links as LinkTarget[] | undefined))).warning(),
      ],
    }),
  ],
  preview: {
    select: { title: 'title', links: 'links' },
    prepare: ({ title, links }) => ({ title, subtitle: labelsOf(links) }),
  },
})

function labelsOf(links: unknown): string {
  const labels = Object.values(links ?? {}).map((link: { label?: string }) => link.label)
  return labels.filter(Boolean).join(', ') || 'No links yet'
}
