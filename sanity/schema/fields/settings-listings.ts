import { defineField } from 'sanity'
import { API_ROOT, BLOG_ROOT, DOCUMENTATION_ROOT, PRESS_ROOT } from '../../../lib/routes.ts'

export const notFoundField = defineField({
  name: 'notFound',
  title: 'Page not found',
  type: 'notFoundCopy',
  group: 'listings',
  description: 'Shown at addresses that do not exist.',
})

const listing = (name: string, title: string, description: string) =>
  defineField({ name, title, type: 'listingIntro', group: 'listings', description })

/** The words at the top of the lists that fill themselves. */
export const listingIntroFields = [
  listing('blogIntro', 'Blog', `The top of ${BLOG_ROOT}.`),
  listing('pressIntro', 'Press', `The search texts of ${PRESS_ROOT}; its words are in the press kit.`),
  listing('documentationIntro', 'Documentation', `The top of ${DOCUMENTATION_ROOT}.`),
  listing('apiIntro', 'API reference', `The top of ${API_ROOT}.`),
]
