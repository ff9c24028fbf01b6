import { CITY_ROOT, SEO_SERVICES_PATH } from '../../lib/routes.ts'
import type { Shell } from './types.ts'

export const ALL_CITIES = { href: CITY_ROOT, label: 'See all cities' }

/** The pages that introduce a solution, as far as they are published. */
export function overviews({ pages }: Shell['menu']) {
  return [
    { href: CITY_ROOT, label: 'AI-SDR Overview' },
    { href: SEO_SERVICES_PATH, label: 'SEO Services Overview' },
  ].filter(({ href }) => pages.includes(href))
}
