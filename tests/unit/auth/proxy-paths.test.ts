import { unstable_doesMiddlewareMatch as runsFor } from 'next/experimental/testing/server.js'
import { expect, it } from 'vitest'
import { config } from '../../../proxy.ts'
import { SEARCH_PATH } from '../../../lib/routes.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

stubSiteEnv()

const SITE = 'http://localhost:3000'
const EDITOR = { __prerender_bypass: 'of-an-editor' }

const runs = (path: string, cookies: Record<string, string> = {}) =>
  runsFor({ config, nextConfig: {}, url: SITE + path, cookies })

it.each(['/studio', '/dashboard/team', '/login', '/_next/image?url=a&w=640&q=75', '/_next/image;a?url=a'])(
  'the proxy runs for %s',
  (path) => expect(runs(path)).toBe(true),
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
])('the proxy does not run for visitors of %s', (path) => expect(runs(path)).toBe(false))

it.each(['/', '/pricing', '/api', '/hvac-ai-sdr/chicago', '/search', '/no/such/page'])(
  'the proxy runs in draft mode for %s',
  (path) => expect(runs(path, EDITOR)).toBe(true),
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
  expect(runs(path, EDITOR)).toBe(false),
)
