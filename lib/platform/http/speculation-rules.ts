import { PREFETCH, SEARCH } from '../../dom-contract.ts'
import { ACCOUNT_SEGMENTS, API_ROOT, NEWSLETTER_ROOT } from '../../routes.ts'

export const SPECULATION_RULES_PATH = '/speculation-rules.json'

const below = (root: string) => `${root}/*`

/** URLs that are never prefetched: personal pages, actions and files. */
const NEVER = [
  ...ACCOUNT_SEGMENTS.flatMap((segment) => [`/${segment}`, below(`/${segment}`)]),
  '/studio',
  below('/studio'),
  below(API_ROOT),
  below(NEWSLETTER_ROOT),
  // Page URLs contain no dot. Feeds, images and other files contain one.
  '/*.*',
]

/** Links that open no page. The search link opens a dialog. */
const NOT_FOLLOWED = ['[download]', '[rel~="nofollow"]', `[${SEARCH}]`, '[href^="#"]']

const PAGES = [{ href_matches: '/*' }, { not: { href_matches: NEVER } }, { not: { selector_matches: NOT_FOLLOWED } }]

/**
 * Prefetch rules. `eager` prefetches 10 ms after hover (`moderate` waits 200 ms), and navigation links as soon as
 * browser/prefetch-navigation.ts marks them. Browsers skip both while they save data or power. Source:
 * https://html.spec.whatwg.org/multipage/speculative-loading.html#speculation-rules
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
