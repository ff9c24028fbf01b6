import { PREFETCH_ATTRIBUTE, SEARCH_ATTRIBUTE } from '../../dom-contract.ts'
import { ACCOUNT_SEGMENTS, API_ROOT, NEWSLETTER_ROOT } from '../../routes.ts'

export const SPECULATION_RULES_PATH = '/speculation-rules.json'

const buildSubpathPattern = (root: string) => `${root}/*`

/** URLs that are never prefetched: personal pages, actions and files. */
const EXCLUDED_PATHS = [
  ...ACCOUNT_SEGMENTS.flatMap((segment) => [`/${segment}`, buildSubpathPattern(`/${segment}`)]),
  '/studio',
  buildSubpathPattern('/studio'),
  buildSubpathPattern(API_ROOT),
  buildSubpathPattern(NEWSLETTER_ROOT),
  // Page URLs contain no dot. Feeds, images and other files contain one.
  '/*.*',
]

/** Links that open no page. The search link opens a dialog. */
const EXCLUDED_SELECTORS = ['[download]', '[rel~="nofollow"]', `[${SEARCH_ATTRIBUTE}]`, '[href^="#"]']

const PAGE_CONDITIONS = [
  { href_matches: '/*' },
  { not: { href_matches: EXCLUDED_PATHS } },
  { not: { selector_matches: EXCLUDED_SELECTORS } },
]

/**
 * Prefetch rules. `eager` prefetches 10 ms after hover (`moderate` waits 200 ms), and navigation links as soon as
 * browser/prefetch-navigation.ts marks them. Browsers skip both while they save data or power. Source:
 * https://html.spec.whatwg.org/multipage/speculative-loading.html#speculation-rules
 */
export const speculationRules = {
  prefetch: [
    { source: 'document', where: { and: PAGE_CONDITIONS }, eagerness: 'eager' },
    {
      source: 'document',
      where: { and: [...PAGE_CONDITIONS, { selector_matches: `[${PREFETCH_ATTRIBUTE}]` }] },
      eagerness: 'immediate',
    },
  ],
}
