import { PinIcon } from '@sanity/icons/Pin'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import { defineArrayMember, defineField, defineType } from 'sanity'
import { CITY_ROOT } from '../../../lib/routes.ts'
import { cityCallField } from '../fields/city-call.ts'
import { cityNearField } from '../fields/city-near.ts'
import { climateField } from '../fields/climate.ts'
import { faqsField } from '../fields/faqs.ts'
import { slugField } from '../fields/slug.ts'
import { leadTextField, optionalHeadingField } from '../fields/text.ts'
import { summaryField } from '../fields/summary.ts'
import { limits } from '../limits.ts'

export const cityType = defineType({
  name: 'city',
  title: 'City',
  type: 'document',
  icon: PinIcon,
  groups: [
    { name: 'content', title: 'Content', default: true },
    { name: 'local', title: 'Climate and facts' },
    { name: 'seo', title: 'Search and sharing' },
  ],
  fieldsets: [{ name: 'place', title: 'Place', options: { columns: 2 } }],
  fields: [
    defineField({
      name: 'name',
      title: 'City',
      type: 'string',
      group: 'content',
      fieldset: 'place',
      validation: (rule) => rule.required().max(60),
    }),
    defineField({
      name: 'state',
      title: 'State',
      type: 'string',
      group: 'content',
      fieldset: 'place',
      description: 'The full name: Illinois, not IL.',
      validation: (rule) => rule.required().min(4).max(40),
    }),
    slugField({ source: 'name', example: `${CITY_ROOT}/new-york`, group: 'content' }),
    defineField({
      name: 'headline',
      title: 'Headline',
      type: 'string',
      group: 'content',
      description: 'Says one thing about this city, in five to nine words.',
      validation: (rule) => rule.required().max(limits.heading),
    }),
    defineField({
      name: 'intro',
      title: 'Introduction',
      type: 'text',
      rows: 4,
      group: 'content',
      description: 'Two or three sentences under the headline.',
      validation: (rule) => rule.required().max(480),
    }),
    summaryField({ description: 'One sentence for cards and menus.', rows: 2, max: limits.summary }),
    defineField({
      name: 'image',
      title: 'Image',
      type: 'imageWithAlt',
      group: 'content',
      description: 'A photo of your own, across the page below the call. May stay empty.',
    }),
    defineField({
      name: 'sections',
      title: 'Sections',
      type: 'array',
      group: 'content',
      of: [defineArrayMember({ type: 'citySection' })],
      description: 'Three or four are enough. Each says something that is not true of the next city.',
      validation: (rule) => rule.max(8),
    }),
    cityCallField,
    defineField({
      name: 'closing',
      title: 'Closing band',
      type: 'object',
      group: 'content',
      description: 'What somebody of this city can do now. Empty: the words of Cities, with the city’s name.',
      options: { collapsible: true },
      fields: [optionalHeadingField, leadTextField],
    }),
    climateField,
    defineField({
      name: 'localFacts',
      title: 'Local facts',
      type: 'array',
      group: 'local',
      of: [defineArrayMember({ type: 'localFact' })],
      description: 'Numbers and rules with a public source.',
      validation: (rule) => rule.max(6),
    }),
    cityNearField,
    { ...faqsField, group: 'content' },
    defineField({ name: 'seo', title: 'Search and sharing', type: 'seo', group: 'seo' }),
    orderRankField({ type: 'city' }),
  ],
  orderings: [orderRankOrdering, { title: 'Name', name: 'name', by: [{ field: 'name', direction: 'asc' }] }],
  preview: {
    select: { title: 'name', state: 'state', slug: 'slug.current', media: 'image' },
    prepare: ({ title, state, slug, media }) => ({
      title,
      subtitle: [state, slug && `${CITY_ROOT}/${slug}`].filter(Boolean).join(' · '),
      media,
    }),
  },
})
