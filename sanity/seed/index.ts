import { badgeDocuments } from './badges.ts'
import { cityDocument } from './build/city-document.ts'
import { cities } from './cities/index.ts'
import { faqs } from './faqs.ts'
import { integrationDocuments } from './integrations.ts'
import { home } from './pages/home.ts'
import { hvacAiSdr } from './pages/hvac-ai-sdr.ts'
import { siteSettings } from './settings.ts'
import type { SeedDocument } from './types.ts'

/** The sample content: every document of the site, with fixed ids and keys. Images are named, not included (images/index.ts draws them). */
export function seedDocuments(): SeedDocument[] {
  return [
    siteSettings,
    home,
    hvacAiSdr,
    ...cities.map(cityDocument),
    ...faqs,
    ...badgeDocuments,
    ...integrationDocuments,
  ]
}
