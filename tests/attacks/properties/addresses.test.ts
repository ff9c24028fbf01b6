import fc from 'fast-check'
import { canonicalizePath, findCanonicalPage } from '../../../lib/platform/http/paths/canonical-path.ts'
import { resolveSitePath } from '../../../lib/platform/http/site-path.ts'
import { findRedirect } from '../../../lib/platform/http/redirects.ts'
import { toSafeHref } from '../../../lib/platform/http/safe-href.ts'
import { withQuery } from '../../../lib/platform/http/with-query.ts'
import { check } from '../../support/check.ts'
import { checkProperty } from './support/check-property.ts'

const RUN_COUNT = 5_000
const SITE_URL = 'https://www.example.com'

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
      SITE_URL,
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
  fc.array(part, { maxLength: 6 }).map((parts) => SITE_URL + parts.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
)

/** Characters that a request line cannot contain. */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const FORBIDDEN_CHARACTER_PATTERN = /[\0- ]/g

const isSiteUrl = (location: string): boolean =>
  location.startsWith('/') && URL.canParse(location, SITE_URL) && new URL(location, SITE_URL).origin === SITE_URL

/** Checks for an external URL with an allowed scheme and without credentials. */
const isAllowedExternalUrl = (location: string, schemes: string[]): boolean => {
  if (!URL.canParse(location)) return false
  const { protocol, username, password } = new URL(location)
  return schemes.includes(protocol) && username === '' && password === ''
}

check(
  {
    what: 'Return paths',
    tried: `${RUN_COUNT} random URLs with any query`,
    expected: 'returns a path of this site',
  },
  () =>
    checkProperty(
      fc.property(address, fc.oneof(address, fc.webQueryParameters()), (input, query) => {
        const path = resolveSitePath(input, SITE_URL)
        return isSiteUrl(path) && isSiteUrl(withQuery(path, query))
      }),
      RUN_COUNT,
    ),
)

check(
  {
    what: 'Content links',
    tried: `${RUN_COUNT} random URLs from an editor`,
    expected: 'returns a path of this site, an http, https, mailto or tel URL, or nothing',
  },
  () =>
    checkProperty(
      fc.property(address, (input) => {
        const href = toSafeHref(input)
        if (href === undefined) return true
        if (input.startsWith('/')) return isSiteUrl(href)
        return URL.canParse(href) && ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(href).protocol)
      }),
      RUN_COUNT,
    ),
)

check(
  {
    what: 'Content redirects',
    tried: `${RUN_COUNT} random destinations from an editor`,
    expected: 'returns another path of this site, an http or https URL, or nothing',
  },
  () =>
    checkProperty(
      fc.asyncProperty(address, async (input) => {
        const redirects = [{ source: '/from', destination: input, permanent: null }]
        const target = await findRedirect('/from', { redirects, siteUrl: SITE_URL, isPage: async () => false })
        if (!target) return true
        if (!input.startsWith('/'))
          return isSiteUrl(target.destination) || isAllowedExternalUrl(target.destination, ['http:', 'https:'])
        return isSiteUrl(target.destination) && new URL(target.destination, SITE_URL).pathname !== '/from'
      }),
      RUN_COUNT,
    ),
)

check(
  {
    what: 'Canonical paths',
    tried: `${RUN_COUNT} random paths, with every canonical path treated as a page`,
    expected: 'returns a canonical path of this site without extra segments, or nothing',
  },
  () =>
    checkProperty(
      fc.asyncProperty(address, async (input) => {
        const [path = ''] = input.replaceAll(FORBIDDEN_CHARACTER_PATTERN, '').split(/[?#]/)
        const canonical = await findCanonicalPage(path, async () => true)
        if (canonical === undefined) return true
        const hasNoMoreSegments = canonical.split('/').length <= path.split('/').length
        return (
          isSiteUrl(canonical) &&
          hasNoMoreSegments &&
          new URL(canonical, SITE_URL).pathname === canonical &&
          canonicalizePath(canonical) === canonical
        )
      }),
      RUN_COUNT,
    ),
)
