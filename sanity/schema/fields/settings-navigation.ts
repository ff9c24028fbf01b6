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

export const offersNewsletterField = defineField({
  name: 'offersNewsletter',
  title: 'Sign-up for a newsletter in the footer',
  type: 'boolean',
  group: 'navigation',
  initialValue: false,
  description:
    'Turn it on when somebody writes one. Each confirmed address, and each that leaves, is told where messages of the contact form go. Its texts are under Words.',
})
