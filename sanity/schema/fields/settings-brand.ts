import { defineField } from 'sanity'
import { limits } from '../limits.ts'
import { faqsField } from './faqs.ts'
import { headingField } from './text.ts'

export const brandField = defineField({
  name: 'brand',
  title: 'Brand',
  type: 'string',
  group: 'brand',
  description: 'The name in the header, the footer and page titles.',
  validation: (rule) => rule.required().max(limits.label),
})

export const taglineField = defineField({
  name: 'tagline',
  title: 'Tagline',
  type: 'string',
  group: 'brand',
  description: 'What is sold and to whom, in one line. Shown at the top of every page.',
  validation: (rule) => rule.required().max(120),
})

export const sampleNoticeField = defineField({
  name: 'sampleNotice',
  title: 'Notice about sample content',
  type: 'text',
  rows: 2,
  group: 'brand',
  description:
    'One line at the end of every page, while something on the site is not yet true of your company. Empty removes it.',
  validation: (rule) => rule.max(limits.shortText),
})

export const trustField = defineField({
  name: 'trust',
  title: 'Trust section',
  type: 'object',
  group: 'trust',
  description: 'How data is kept, shown above the footer. Badges have their own list, under Trust.',
  fields: [
    { ...headingField, name: 'title', title: 'Heading' },
    defineField({
      name: 'intro',
      title: 'Text',
      type: 'text',
      rows: 3,
      validation: (rule) => rule.max(limits.shortText),
    }),
    faqsField,
  ],
})

export const defaultSeoField = defineField({
  name: 'defaultSeo',
  title: 'Search and sharing',
  type: 'seo',
  group: 'seo',
  description: 'Used by every page that has none of its own.',
})
