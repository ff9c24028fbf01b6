import 'server-only'
import { draftMode } from 'next/headers'
import { cache } from 'react'
import { env } from '@/lib/env.ts'
import { NEUTRAL_BRAND } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { announcementsRead, runningAnnouncement } from '@/sanity/queries/announcement.ts'
import { cityRead } from '@/sanity/queries/city.ts'
import { pageRead } from '@/sanity/queries/page.ts'
import { wordsFrom } from '@/lib/words.ts'
import {
  badgesRead,
  integrationsRead,
  lowestPlanRead,
  menuRead,
  settingsRead,
  wordsRead,
} from '@/sanity/queries/shell.ts'

type Options = { stega?: boolean }

export const getSettings = (options?: Options) => fetchContent(settingsRead, options)
export const getPage = (path: string, options?: Options) => fetchContent(pageRead(path), options)
/** The labels and short texts of all pages. */
export const getWords = async (options?: Options) => wordsFrom(await fetchContent(wordsRead, options))

/** The plan that costs least a month, asked once for each page. */
export const getLowestPlan = cache(() => fetchContent(lowestPlanRead))

export const getCity = (slug: string, options?: Options) => fetchContent(cityRead(slug), options)

/** Everything that header and footer show, asked once for each page. */
export const getShell = cache(async () => {
  const [settings, words, announcements, menu, badges, integrations, draft] = await Promise.all([
    getSettings(),
    getWords(),
    fetchContent(announcementsRead),
    fetchContent(menuRead),
    fetchContent(badgesRead),
    fetchContent(integrationsRead),
    draftMode(),
  ])
  return {
    settings,
    words,
    announcement: runningAnnouncement(announcements, Date.now()),
    menu,
    badges,
    integrations,
    isPreview: draft.isEnabled,
    brand: settings?.brand ?? NEUTRAL_BRAND,
    offersNewsletter: settings?.offersNewsletter === true && env().contact.mail !== undefined,
  }
})

/** Header and footer when there is no content to show. */
export const NO_SHELL: Awaited<ReturnType<typeof getShell>> = {
  brand: NEUTRAL_BRAND,
  settings: null,
  words: wordsFrom(null),
  announcement: null,
  menu: { pages: [], cities: [] },
  badges: [],
  integrations: [],
  isPreview: false,
  offersNewsletter: false,
}
