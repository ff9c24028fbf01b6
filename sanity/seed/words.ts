import { wordGroups } from '../../lib/words.ts'
import type { SeedDocument } from './types.ts'

/** The words of the site's frame, as the table has them. */
export const siteWords: SeedDocument = {
  _id: 'siteWords',
  _type: 'siteWords',
  ...Object.fromEntries(
    Object.entries(wordGroups).map(([group, { words }]) => [
      group,
      Object.fromEntries(Object.entries(words).map(([name, { text }]) => [name, text])),
    ]),
  ),
}
