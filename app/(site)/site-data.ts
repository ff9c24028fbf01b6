import 'server-only'
import { draftMode } from 'next/headers'
import { cache } from 'react'
import { env } from '@/lib/platform/env/env.ts'
import { FALLBACK_BRAND } from '@/lib/site/seo/page-texts.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { announcementsRead, findRunningAnnouncement } from '@/sanity/queries/announcement.ts'
import { resolveCopy } from '@/lib/site/ui-copy.ts'
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
export const getWords = async (options?: Options) => resolveCopy(await fetchContent(wordsRead, options))

export const getLowestPlan = cache(() => fetchContent(lowestPlanRead))

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
    announcement: findRunningAnnouncement(announcements, Date.now()),
    menu,
    badges,
    integrations,
    isPreview: draft.isEnabled,
    brand: settings?.brand ?? FALLBACK_BRAND,
    offersNewsletter: settings?.offersNewsletter === true && env().contact.mail !== undefined,
  }
})

export const NO_SHELL: Awaited<ReturnType<typeof getShell>> = {
  brand: FALLBACK_BRAND,
  settings: null,
  words: resolveCopy(null),
  announcement: null,
  menu: { pages: [], cities: [] },
  badges: [],
  integrations: [],
  isPreview: false,
  offersNewsletter: false,
}
