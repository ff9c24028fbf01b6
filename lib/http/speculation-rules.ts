import { PREFETCH, SEARCH } from '../dom-contract.ts'
import { ACCOUNT_SEGMENTS, API_ROOT, NEWSLETTER_ROOT } from '../routes.ts'

/** Where the rules are, which a header of each public page names. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json'

const below = (root: string) => `${root}/*`

/** Addresses that are no page to fetch in advance: they differ by who asks, do something, or are files. */
const NEVER = [
  ...ACCOUNT_SEGMENTS.flatMap((segment) => [`/${segment}`, below(`/${segment}`)]),
  '/studio',
  below('/studio'),
  below(API_ROOT),
  below(NEWSLETTER_ROOT),
  // A page has no dot in its address; feeds, pictures and other files have one.
  '/*.*',
]

/** Links that lead to no other page; that of the search opens a dialog. */
const NOT_FOLLOWED = ['[download]', '[rel~="nofollow"]', `[${SEARCH}]`, '[href^="#"]']

/** Links to pages of the site. */
const PAGES = [{ href_matches: '/*' }, { not: { href_matches: NEVER } }, { not: { selector_matches: NOT_FOLLOWED } }]

/**
 * Which pages a browser prefetches: `eager` is at the first sign of interest, 10 ms after a pointer is on a link (`moderate`
 * waits for 200 ms); links of the navigation as soon as browser/prefetch-navigation.ts has marked them. Browsers do neither
 * while they save data or power.
 * Source: https://html.spec.whatwg.org/multipage/speculative-loading.html#speculation-rules
 */
export const speculationRules = {
  prefetch: [
    { source: 'document', where: { and: PAGES }, eagerness: 'eager' },
    {
      source: 'document',
      where: { and: [...PAGES, { selector_matches: `[${PREFETCH}]` }] },
      eagerness: 'immediate',
    },
  ],
}
