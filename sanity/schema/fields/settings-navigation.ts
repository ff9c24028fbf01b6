import { defineArrayMember, defineField } from 'sanity'

export const headerLinksField = defineField({
  name: 'headerLinks',
  title: 'Header links',
  type: 'array',
  group: 'navigation',
  of: [defineArrayMember({ type: 'link' })],
  description: 'Left to right. The cities have their own menu, which fills itself.',
  validation: (rule) => rule.max(6),
})

export const footerColumnsField = defineField({
  name: 'footerColumns',
  title: 'Footer columns',
  type: 'array',
  group: 'navigation',
  of: [defineArrayMember({ type: 'footerColumn' })],
  validation: (rule) => rule.max(4),
})

export const socialLinksField = defineField({
  name: 'socialLinks',
  title: 'Social profiles',
  type: 'array',
  group: 'navigation',
  of: [defineArrayMember({ type: 'socialLink' })],
  validation: (rule) => rule.max(5),
})
