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
  labelsRead,
} from '@/sanity/queries/shell.ts'

type Options = { stega?: boolean }

export const getSettings = (options?: Options) => fetchContent(settingsRead, options)
export const getLabels = async (options?: Options) => resolveCopy(await fetchContent(labelsRead, options))

export const getLowestPlan = cache(() => fetchContent(lowestPlanRead))

export const getShell = cache(async () => {
  const [settings, labels, announcements, menu, badges, integrations, draft] = await Promise.all([
    getSettings(),
    getLabels(),
    fetchContent(announcementsRead),
    fetchContent(menuRead),
    fetchContent(badgesRead),
    fetchContent(integrationsRead),
    draftMode(),
  ])
  return {
    settings,
    labels,
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
  labels: resolveCopy(null),
  announcement: null,
  menu: { pages: [], cities: [] },
  badges: [],
  integrations: [],
  isPreview: false,
  offersNewsletter: false,
}
