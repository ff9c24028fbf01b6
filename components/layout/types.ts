import type {
  ANNOUNCEMENTS_QUERY_RESULT,
  BADGES_QUERY_RESULT,
  INTEGRATIONS_QUERY_RESULT,
  MENU_QUERY_RESULT,
  SETTINGS_QUERY_RESULT,
} from '../../sanity/types.ts'
import type { Words } from '../../lib/words.ts'

/** What header and footer show. Settings are null in a dataset that has none yet. */
export type Shell = {
  brand: string
  settings: SETTINGS_QUERY_RESULT
  words: Words
  /** The one that runs, or null. */
  announcement: ANNOUNCEMENTS_QUERY_RESULT[number] | null
  menu: MENU_QUERY_RESULT
  badges: BADGES_QUERY_RESULT
  integrations: INTEGRATIONS_QUERY_RESULT
  /** Whether editors look at drafts, and can click on what they want to change. */
  isPreview: boolean
  /** Whether visitors can sign up for the newsletter: editors say so, and there is a mail server for it. */
  offersNewsletter: boolean
}
