import { SEARCH } from '../dom-contract.ts'
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

/**
 * Which links a browser follows in advance: all that lead to a page of the site, once a visitor points at one or touches it.
 * Source: https://html.spec.whatwg.org/multipage/speculative-loading.html#speculation-rules
 */
export const speculationRules = {
  prefetch: [
    {
      source: 'document',
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NEVER } }, { not: { selector_matches: NOT_FOLLOWED } }],
      },
      eagerness: 'moderate',
    },
  ],
}
