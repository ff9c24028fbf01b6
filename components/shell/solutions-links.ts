import type { Shell } from './types.ts'

const OVERVIEW = '/hvac-ai-sdr'
const SEO_SERVICES = '/hvac-seo-services'

export const ALL_CITIES = { href: OVERVIEW, label: 'See all cities' }

/** The pages that introduce a solution, as far as they are published. */
export function overviews({ pages }: Shell['menu']) {
  return [
    { href: OVERVIEW, label: 'AI-SDR Overview', text: 'What it does with a call, from ring to booked visit' },
    { href: SEO_SERVICES, label: 'SEO Services Overview', text: 'Being found when a furnace quits nearby' },
  ].filter(({ href }) => pages.includes(href))
}
