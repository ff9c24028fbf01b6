import { defineField, defineType } from 'sanity'
import { headingField, leadTextField } from '../fields/text.ts'

/** The words at the top of a list that fills itself: posts, press items, documentation. */
export const listingIntroType = defineType({
  name: 'listingIntro',
  title: 'Introduction',
  type: 'object',
  options: { collapsible: true, collapsed: true },
  fields: [headingField, leadTextField, defineField({ name: 'seo', title: 'Search and sharing', type: 'seo' })],
})
