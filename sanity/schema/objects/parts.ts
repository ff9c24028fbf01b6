import { BarChartIcon } from '@sanity/icons/BarChart'
import { ImageIcon } from '@sanity/icons/Image'
import { SearchIcon } from '@sanity/icons/Search'
import { headingField, leadTextField, optionalHeadingField, buildSourcePreview, sourceField } from '../fields/text.ts'
import { DescribedImageInput } from '../inputs/described-image-input.tsx'
import { SeoInput } from '../inputs/seo/seo-input.tsx'
import { createCharacterCountInput } from '../inputs/text-inputs.tsx'
import { defineObject, defineType } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { getAltError, check, getSvgError } from '../validation/rules.ts'

export const imageWithAltType = defineType({
  name: 'imageWithAlt',
  title: 'Image',
  type: 'image',
  icon: ImageIcon,
  options: { hotspot: true },
  components: { input: DescribedImageInput },
  fields: [
    field.ofType('string', 'alt', 'Alternative text', {
      description: 'Describes the picture for screen readers and search engines.',
      hidden: ({ parent }) => !parent?.asset,
      validation: (rule) => rule.custom(check(getAltError)),
    }),
    field.optionalText('caption', 'Caption', 200, {
      description: 'Shown below the picture. Optional.',
      hidden: ({ parent }) => !parent?.asset,
    }),
    field.toggle('isDarkDrawing', 'Drawing on a dark background', {
      description: 'Colors are inverted in the light theme and in print. Leave it off for photos.',
      hidden: ({ parent }) => !parent?.asset,
    }),
  ],
})

export const seoType = defineType({
  name: 'seo',
  title: 'Search and sharing',
  type: 'object',
  icon: SearchIcon,
  description: 'Shown in search results and shared links. If empty, the page text, then the site settings.',
  options: { collapsible: true, collapsed: false },
  components: { input: SeoInput },
  fields: [
    field.ofType('string', 'title', 'Title', {
      description: 'Headline in search results. Put the topic first.',
      components: { input: createCharacterCountInput(limits.seoTitle) },
      validation: (rule) =>
        rule.max(limits.seoTitle.max).warning(`Search engines cut off after about ${limits.seoTitle.max} characters.`),
    }),
    field.ofType('text', 'description', 'Description', {
      rows: 3,
      description: 'Text below the headline. Say what visitors find on the page.',
      components: { input: createCharacterCountInput(limits.seoDescription) },
      validation: (rule) => [
        rule.min(limits.seoDescription.min).warning(`Use at least ${limits.seoDescription.min} characters.`),
        rule
          .max(limits.seoDescription.max)
          .warning(`Search engines cut off after about ${limits.seoDescription.max} characters.`),
      ],
    }),
    field.image('image', 'Share image', {
      description: 'Shown when someone shares the page. 1200 × 630 pixels or larger; no SVG.',
      validation: (rule) => rule.custom(check(getSvgError)),
    }),
    field.toggle('noIndex', 'Hide from search engines', {
      description: 'Anyone with the address can still open the page.',
    }),
  ],
})

export const listingIntroType = defineObject(
  'listingIntro',
  'Introduction',
  { options: { collapsible: true, collapsed: true } },
  [headingField, leadTextField, field.ofType('seo', 'seo', 'Search and sharing')],
)

export const notFoundCopyType = defineObject('notFoundCopy', 'Page not found', {}, [
  { ...optionalHeadingField, description: 'Explains what happened. If empty, the default text.' },
  leadTextField,
  field.list('links', 'Links', [{ type: 'link' }], { description: 'Where to go from here.', max: 6 }),
])

export const statType = defineObject(
  'stat',
  'Statistic',
  { icon: BarChartIcon, preview: buildSourcePreview('No source') },
  [
    field.text('value', 'Value', 24, { description: 'Number with its unit, as shown: 62%, 3 in 4, 24 hours.' }),
    field.text('label', 'Label', 140),
    { ...sourceField, description: 'Who published the number. Leave empty only for facts about the product.' },
  ],
)
