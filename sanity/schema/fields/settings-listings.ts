import { defineField } from 'sanity'
import { listEntries } from '../../content-types.ts'

export const notFoundField = defineField({
  name: 'notFound',
  title: 'Page not found',
  type: 'notFoundCopy',
  group: 'listings',
  description: 'Shown at addresses that do not exist.',
})

/** The words at the top of the lists that fill themselves. */
export const listingIntroFields = listEntries.map(([, { intro, title, introNote }]) =>
  defineField({ name: intro, title, type: 'listingIntro', group: 'listings', description: introNote }),
)
