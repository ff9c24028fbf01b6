import { wordsFrom } from '../../lib/words.ts'
import type { SeedDocument } from './types.ts'

/** The words of the site's frame, as the table has them. */
export const siteWords: SeedDocument = { _id: 'siteWords', _type: 'siteWords', ...wordsFrom(null) }
