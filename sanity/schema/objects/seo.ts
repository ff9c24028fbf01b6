import { SearchIcon } from '@sanity/icons/Search'
import { defineField, defineType } from 'sanity'
import { countedInput } from '../inputs/counted-input.tsx'
import { SeoInput } from '../inputs/seo/seo-input.tsx'
import { limits } from '../limits.ts'
import { svgError } from '../validation/image.ts'
import { verdict } from '../validation/rules.ts'

export const seoType = defineType({
  name: 'seo',
  title: 'Search and sharing',
  type: 'object',
  icon: SearchIcon,
  description:
    'What search engines and messengers show. Empty fields fall back to the page, then to the site settings.',
  options: { collapsible: true, collapsed: false },
  components: { input: SeoInput },
  fields: [
    defineField({
      name: 'title',
      title: 'Title',
      type: 'string',
      description: 'The blue line in search results. Name the subject first.',
      components: { input: countedInput(limits.seoTitle) },
      validation: (rule) =>
        rule.max(limits.seoTitle.max).warning(`Search engines cut off after about ${limits.seoTitle.max} characters.`),
    }),
    defineField({
      name: 'description',
      title: 'Description',
      type: 'text',
      rows: 3,
      description: 'The two lines below. Say what the visitor finds on the page.',
      components: { input: countedInput(limits.seoDescription) },
      validation: (rule) => [
        rule
          .min(limits.seoDescription.min)
          .warning(`Use the room: ${limits.seoDescription.min} characters or more say something.`),
        rule
          .max(limits.seoDescription.max)
          .warning(`Search engines cut off after about ${limits.seoDescription.max} characters.`),
      ],
    }),
    defineField({
      name: 'image',
      title: 'Image for sharing',
      type: 'imageWithAlt',
      description: 'Shown when someone shares the page. 1200 × 630 pixels or larger; no SVG.',
      validation: (rule) =>
        rule.custom((image) => verdict(svgError(image as { asset?: { _ref?: string } } | undefined))),
    }),
    defineField({
      name: 'noIndex',
      title: 'Hide from search engines',
      type: 'boolean',
      description: 'The page stays reachable for everyone who has its address.',
      initialValue: false,
    }),
  ],
})
