import fc from 'fast-check'
import { knownInLowerCase } from '../../../lib/http/letter-case.ts'
import { ownPath } from '../../../lib/http/own-path.ts'
import { redirectFrom } from '../../../lib/http/redirects.ts'
import { safeHref } from '../../../lib/http/safe-href.ts'
import { withQuery } from '../../../lib/http/with-query.ts'
import { check } from '../../support/defences/check.ts'
import { properties } from '../defences/properties.ts'
import { holds } from './support/holds.ts'

const RUNS = 5_000
const SITE = 'https://www.example.com'

/** What addresses are put together from, and what browsers read in ways of their own. */
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

/** What no request can hold in its first line. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const NOT_SENT = /[\0- ]/g

/** Whether a browser that is on the site and is sent there stays on it. */
const isOwn = (location: string): boolean =>
  location.startsWith('/') && URL.canParse(location, SITE) && new URL(location, SITE).origin === SITE

/** Addresses that lead away, which are no scripts and hide no name of a user. */
const leadsAway = (location: string, schemes: string[]): boolean => {
  if (!URL.canParse(location)) return false
  const { protocol, username, password } = new URL(location)
  return schemes.includes(protocol) && username === '' && password === ''
}

check(
  {
    what: 'Ways back to a page',
    tried: `${RUNS} addresses, with any query`,
    expected: 'a path of the site',
    without: properties.waysBack,
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
    what: 'Links of the content',
    tried: `${RUNS} addresses that an editor could write`,
    expected: 'a path of the site, the web, mail or a phone, or none',
    without: properties.links,
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
    what: 'Redirects of the content',
    tried: `${RUNS} destinations that an editor could write`,
    expected: 'another path of the site, the web, or none',
    without: properties.redirects,
  },
  () =>
    holds(
      fc.property(address, (given) => {
        const target = redirectFrom('/from', [{ source: '/from', destination: given, permanent: null }], SITE)
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
    what: 'Paths in capital letters',
    tried: `${RUNS} paths, all of which the site knows in small letters`,
    expected: 'a path of the site, or none',
    without: properties.letterCase,
  },
  () =>
    holds(
      fc.asyncProperty(address, async (given) => {
        const [path = ''] = given.replaceAll(NOT_SENT, '').split(/[?#]/)
        const known = await knownInLowerCase(path, async () => true)
        return known === undefined || (isOwn(known) && known === known.toLowerCase())
      }),
      RUNS,
    ),
)
