import fc from 'fast-check'
import { canonicalPath, findCanonicalPage } from '../../../lib/platform/http/paths/canonical-path.ts'
import { ownPath } from '../../../lib/platform/http/own-path.ts'
import { findRedirect } from '../../../lib/platform/http/redirects.ts'
import { safeHref } from '../../../lib/platform/http/safe-href.ts'
import { withQuery } from '../../../lib/platform/http/with-query.ts'
import { check } from '../../support/check.ts'
import { holds } from './support/holds.ts'

const RUNS = 5_000
const SITE = 'https://www.example.com'

const part = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '/./',
      '/../',
      '%2f',
      '%5c',
      '%2e',
      '@',
      ':',
      '?',
      '#',
      ';',
      '&',
      '=',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'evil.example',
      'www.example.com',
      SITE,
      'pricing',
      'Pricing',
      '127.0.0.1',
      '[::1]',
      '0x7f.1',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'https:',
      'HTTP:',
      'javascript:',
      'jAvA',
      'script:',
      'data:',
      'mailto:',
      'tel:',
      'blob:',
      'file:',
      'x:',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\t',
      '\n',
      '\r',
      '\0',
      ' ',
      '\u00A0',
      '\u2028',
      '\uFEFF',
      '／',
      '。',
      '\uD800',
      'é',
      '😀',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
)

const address = fc.oneof(
  fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('')}`),
  fc.array(part, { maxLength: 6 }).map((parts) => SITE + parts.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
)

/** Characters that a request line cannot contain. */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const NOT_SENT = /[\0- ]/g

const isOwn = (location: string): boolean =>
  location.startsWith('/') && URL.canParse(location, SITE) && new URL(location, SITE).origin === SITE

/** Checks for an external URL with an allowed scheme and without credentials. */
const leadsAway = (location: string, schemes: string[]): boolean => {
  if (!URL.canParse(location)) return false
  const { protocol, username, password } = new URL(location)
  return schemes.includes(protocol) && username === '' && password === ''
}

check(
  {
    what: 'Return paths',
    tried: `${RUNS} random URLs with any query`,
    expected: 'returns a path of this site',
  },
  () =>
    holds(
      fc.property(address, fc.oneof(address, fc.webQueryParameters()), (given, query) => {
        const path = ownPath(given, SITE)
        return isOwn(path) && isOwn(withQuery(path, query))
      }),
      RUNS,
    ),
)

check(
  {
    what: 'Content links',
    tried: `${RUNS} random URLs from an editor`,
    expected: 'returns a path of this site, an http, https, mailto or tel URL, or nothing',
  },
  () =>
    holds(
      fc.property(address, (given) => {
        const href = safeHref(given)
        if (href === undefined) return true
        if (given.startsWith('/')) return isOwn(href)
        return URL.canParse(href) && ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(href).protocol)
      }),
      RUNS,
    ),
)

check(
  {
    what: 'Content redirects',
    tried: `${RUNS} random destinations from an editor`,
    expected: 'returns another path of this site, an http or https URL, or nothing',
  },
  () =>
    holds(
      fc.asyncProperty(address, async (given) => {
        const redirects = [{ source: '/from', destination: given, permanent: null }]
        const target = await findRedirect('/from', { redirects, siteUrl: SITE, isPage: async () => false })
        if (!target) return true
        if (!given.startsWith('/'))
          return isOwn(target.destination) || leadsAway(target.destination, ['http:', 'https:'])
        return isOwn(target.destination) && new URL(target.destination, SITE).pathname !== '/from'
      }),
      RUNS,
    ),
)

check(
  {
    what: 'Canonical paths',
    tried: `${RUNS} random paths, with every canonical path treated as a page`,
    expected: 'returns a canonical path of this site without extra segments, or nothing',
  },
  () =>
    holds(
      fc.asyncProperty(address, async (given) => {
        const [path = ''] = given.replaceAll(NOT_SENT, '').split(/[?#]/)
        const known = await findCanonicalPage(path, async () => true)
        if (known === undefined) return true
        const hasNoMoreSegments = known.split('/').length <= path.split('/').length
        return (
          isOwn(known) && hasNoMoreSegments && new URL(known, SITE).pathname === known && canonicalPath(known) === known
        )
      }),
      RUNS,
    ),
)
