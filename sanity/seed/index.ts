import { announcements } from './announcements.ts'
import { authors } from './authors.ts'
import { badgeDocuments } from './badges.ts'
import { cityDocument } from './build/city-document.ts'
import { typeset } from './build/typeset.ts'
import { postDocument } from './build/post-document.ts'
import { categories } from './categories.ts'
import { cities } from './cities/index.ts'
import { docPages, docSections } from './docs/index.ts'
import { faqs } from './faqs.ts'
import { integrationDocuments } from './integrations.ts'
import { cookiePolicy } from './legal/cookie-policy.ts'
import { privacyPolicy } from './legal/privacy-policy.ts'
import { terms } from './legal/terms.ts'
import { pages } from './pages/index.ts'
import { planDocuments } from './plans.ts'
import { posts } from './posts/index.ts'
import { pressItems } from './press/items.ts'
import { pressKit } from './press/kit.ts'
import { redirects } from './redirects.ts'
import { siteSettings } from './settings.ts'
import type { SeedDocument } from './types.ts'
import { siteWords } from './words.ts'

/** The sample content: every document of the site, with fixed ids and keys. Files are named, not included (images/index.ts and files/index.ts make them). */
export function seedDocuments(): SeedDocument[] {
  return [
    siteSettings,
    siteWords,
    ...announcements,
    ...pages,
    ...cities.map(cityDocument),
    ...faqs,
    ...badgeDocuments,
    ...integrationDocuments,
    ...planDocuments,
    ...authors,
    ...categories,
    ...posts.map(postDocument),
    pressKit,
    ...pressItems,
    ...docSections,
    ...docPages,
    privacyPolicy,
    terms,
    cookiePolicy,
    ...redirects,
  ].map(typeset)
}
