import { unstable_doesMiddlewareMatch as matchesMiddleware } from 'next/experimental/testing/server.js'
import { expect, it } from 'vitest'
import { config } from '../../../proxy.ts'
import { SEARCH_PATH } from '../../../lib/routes.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

stubSiteEnv()

const SITE = 'http://localhost:3000'
const EDITOR_COOKIES = { __prerender_bypass: 'of-an-editor' }

const matchesProxy = (path: string, cookies: Record<string, string> = {}) =>
  matchesMiddleware({ config, nextConfig: {}, url: SITE + path, cookies })

it.each(['/studio', '/dashboard/team', '/login', '/_next/image?url=a&w=640&q=75', '/_next/image;a?url=a'])(
  'the proxy runs for %s',
  (path) => expect(matchesProxy(path)).toBe(true),
)

it.each([
  '/',
  '/pricing',
  '/api',
  '/blog/a-post',
  '/api/contact',
  '/api/page-views',
  `${SEARCH_PATH}?q=a`,
  '/newsletter/confirm?token=a',
  '/_next/static/a.js',
  '/documentation/start',
])('the proxy does not run for visitors of %s', (path) => expect(matchesProxy(path)).toBe(false))

it.each(['/', '/pricing', '/api', '/hvac-ai-sdr/chicago', '/search', '/no/such/page'])(
  'the proxy runs in draft mode for %s',
  (path) => expect(matchesProxy(path, EDITOR_COOKIES)).toBe(true),
)

it.each([
  '/api/contact',
  '/api/draft-mode/disable',
  '/_next/static/chunks/a.js',
  '/scripts/shell-a.js',
  '/sitemap.xml',
  '/blog/rss.xml',
  '/opengraph-image/pricing',
  '/sign-in',
])('the proxy does not run in draft mode for %s, because it is not a page', (path) =>
  expect(matchesProxy(path, EDITOR_COOKIES)).toBe(false),
)
