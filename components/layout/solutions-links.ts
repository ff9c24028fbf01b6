import type { Shell } from './types.ts'

const OVERVIEW = '/hvac-ai-sdr'
const SEO_SERVICES = '/hvac-seo-services'

export const ALL_CITIES = { href: OVERVIEW, label: 'See all cities' }

/** The pages that introduce a solution, as far as they are published. */
export function overviews({ pages }: Shell['menu']) {
  return [
    { href: OVERVIEW, label: 'AI-SDR Overview' },
    { href: SEO_SERVICES, label: 'SEO Services Overview' },
  ].filter(({ href }) => pages.includes(href))
}
