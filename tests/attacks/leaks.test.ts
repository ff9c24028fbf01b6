import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { getSiteLogFile } from '../../scripts/support/services.ts'
import { localAdminToken } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'
import { sendHttpRequest } from '../support/http.ts'
import { crawlPages } from '../support/pages/known-pages.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { release } from '../support/stack/stack.ts'
import { mapConcurrently, pollUntil } from '../support/until.ts'
import { createAdminClient } from './support/member.ts'

const { siteUrl } = stack.env

const FILES = [
  '.env .env.local .env.production .git/HEAD .git/config .gitignore .npmrc .oxlintrc.json .dockerignore .DS_Store',
  'package.json package-lock.json tsconfig.json next.config.ts next.config.mjs proxy.ts instrumentation.ts Dockerfile',
  'sbom.json vitest.config.ts drizzle.config.ts README.md SECURITY.md CHANGELOG.md node_modules/next/package.json',
  'server/main.ts server/gateway.ts lib/platform/env/env.ts lib/platform/crypto/secret.ts sanity/lake/fetch.ts sanity/schema.json app/layout.tsx',
  '.next/BUILD_ID .next/build-manifest.json .next/required-server-files.json .next/prerender-manifest.json',
  '.next/server/middleware.js .next/server/app-paths-manifest.json .next/cache/answers .next/trace _next/BUILD_ID',
  '_next/static/../server/middleware.js _next/static/%2e%2e/BUILD_ID _next/static/..%2f..%2fpackage.json',
  '_next/static/chunks/ _next/server/app-paths-manifest.json _next/data/index.json .data/mail/mail.db .data/clerk/jwt.pem',
  'scripts/..%2fpackage.json scripts/../package.json studio/../package.json ..%2f..%2fetc/passwd %2e%2e/%2e%2e/etc/passwd',
  'index.html.bak index.php~ site.zip backup.sql dump.sql.gz database.sqlite wp-config.php .htpasswd web.config server-status',
  'icon.svg/../../package.json //package.json /%5c..%5cpackage.json public/licenses.txt debug/pprof actuator/env',
].flatMap((line) => line.split(' '))

const FILE_CONTENT_PATTERN =
  /"lockfileVersion"|"devDependencies"|\[core\]|PRIVATE KEY|root:x:0|"bomFormat"|"pages":|postgres:\/\/|stripTypeScriptTypes|import .* from '/

const listSecrets = (): [name: string, value: string][] =>
  Object.entries(stack.site).filter(
    ([name]) => /TOKEN|SECRET|PRIVATE|_KEYS?$|DATABASE_URL|PASSWORD/.test(name) && !/PUBLIC/.test(name),
  )

/** Returns the names of the secrets in a text. Omits values, so that no report contains a secret. */
const findSecrets = (text: string): string[] => [
  ...listSecrets()
    .filter(([, value]) => text.includes(value))
    .map(([name]) => name),
  ...(text.includes(localAdminToken) ? ['administrator token'] : []),
]

const port = Number(new URL(siteUrl).port)

check(
  {
    what: 'Leaks: files',
    tried: `${FILES.length} paths of source, build, backup and settings files, sent without normalization`,
    expected: 'serves none of them',
  },
  async () => {
    const served = await mapConcurrently(FILES, async (file) => {
      const { status, body } = await sendHttpRequest(port, `/${file}`, {
        host: 'localhost',
        headers: { host: new URL(siteUrl).host },
      })
      const isServed = status < 300 || FILE_CONTENT_PATTERN.test(body.toString())
      return isServed ? [`${file} ${status}`] : []
    })
    expect(served.flat()).toEqual([])
    return `none of ${FILES.length}`
  },
)

const SOURCE_MAP_PATTERN = /sourceMappingURL=(?!data:)/

check(
  {
    what: 'Leaks: files and pages',
    tried: 'searched all built files, public files and known pages for source maps and secrets',
    expected: 'contain no source map and no secret',
  },
  async () => {
    const builtFiles = globSync(['.next/static/**/*.*', 'public/**/*.*'], { cwd: release }).filter(
      (file) => !file.startsWith('public/studio'),
    )
    const files = builtFiles.map((file) => ({ file, text: readFileSync(join(release, file), 'latin1') }))
    const pages = await crawlPages(siteUrl)
    expect(
      files
        .filter(
          ({ file, text }) => file.endsWith('.map') || (/\.(?:js|css)$/.test(file) && SOURCE_MAP_PATTERN.test(text)),
        )
        .map(({ file }) => file),
    ).toEqual([])
    const texts = [...files, ...pages.map(({ path, text }) => ({ file: path, text }))]
    expect(texts.flatMap(({ file, text }) => findSecrets(text).map((name) => `${file}: ${name}`))).toEqual([])
    expect(listSecrets().length).toBeGreaterThan(10)
    return `${files.length} files, ${pages.length} pages, ${listSecrets().length} secrets`
  },
)

const DRAFT_TEXT = 'A-draft-that-is-not-published-7c1f'
const DRAFT_IDS = ['drafts.leaks-page', 'drafts.page-home']

beforeAll(async () => {
  const home = await lake.fetch<{ _id: string; _type: string }>('*[_id == "page-home"][0]')
  const hero = { _type: 'heroBlock', _key: 'draft', heading: DRAFT_TEXT }
  await lake
    .transaction()
    .createOrReplace({
      _id: 'drafts.leaks-page',
      _type: 'page',
      path: '/leaks-draft',
      title: DRAFT_TEXT,
      blocks: [hero],
    })
    .createOrReplace({ ...home, _id: 'drafts.page-home', title: DRAFT_TEXT, blocks: [hero] })
    .createOrReplace({ _id: 'leaks-marker', _type: 'page', path: '/leaks-marker', title: 'Marker', blocks: [] })
    .commit()
  await pollUntil(
    'the published page',
    async () => (await fetch(`${siteUrl}/leaks-marker`)).status !== 404 || undefined,
  )
})

afterAll(async () => {
  const transaction = lake.transaction()
  for (const id of [...DRAFT_IDS, 'leaks-marker']) transaction.delete(id)
  await transaction.commit()
})

check(
  {
    what: 'Leaks: drafts',
    tried: 'drafted the home page and a new page; read pages, search, sitemaps, images, with forged preview cookies',
    expected: 'no response and no cache file contains the draft',
  },
  async () => {
    const paths = [
      '/',
      '/leaks-draft',
      '/sitemap.xml',
      '/llms.txt',
      '/search?q=draft',
      '/blog/rss.xml',
      '/opengraph-image',
      '/drafts.leaks-page',
    ]
    const cookies = [
      '',
      '__prerender_bypass=1',
      `__prerender_bypass=${'a'.repeat(64)}`,
      'sanity-preview-perspective=drafts; __prerender_bypass=x',
    ]
    const cases = paths.flatMap((path) => cookies.map((cookie) => ({ path, cookie })))
    const leaks = await mapConcurrently(cases, async ({ path, cookie }) => {
      const text = await (await fetch(siteUrl + path, { headers: { cookie } })).text()
      return text.includes(DRAFT_TEXT) ? [`${path} ${cookie}`] : []
    })
    const cacheFiles = globSync('.next/cache/**/*', { cwd: release, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const leakingFiles = cacheFiles.filter((entry) =>
      readFileSync(join(entry.parentPath, entry.name), 'latin1').includes(DRAFT_TEXT),
    )
    expect([...leaks.flat(), ...leakingFiles.map(({ name }) => name)]).toEqual([])
    return `${cases.length} responses and ${cacheFiles.length} cache files without it`
  },
)

const FAILING_REQUESTS: { path: string; init?: RequestInit }[] = [
  ...'/%E0%A4%A /%ff /%00 /none /blog/none /blog/page/0 /blog/page/99999 /press/none /none.html /none.json /api/none'
    .split(' ')
    .map((path) => ({ path })),
  ...'/api/v1/none /api/v1/leads /api/v1/leads/1 /api/v1/leads?limit=x /api/calendar/none.ics /api/calendar/%00.ics /api/page-views'
    .split(' ')
    .map((path) => ({ path })),
  ...'/_next/image /_next/image?url=x&w=1&q=1 /_next/static/none.js /scripts/none.js /sitemap/999.xml /newsletter/none /dashboard/none'
    .split(' ')
    .map((path) => ({ path })),
  ...'/api/draft-mode/enable?secret=x /api/draft-mode/disable /search/none /opengraph-image/none /login/none /demo/none /studio/none.js'
    .split(' ')
    .map((path) => ({ path })),
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
    [
      '/api/dashboard/leads',
      '/api/dashboard/calls/1',
      '/api/dashboard/settings',
      '/api/contact',
      '/api/revalidate',
      '/pricing',
    ].map((path) => ({
      path,
      init: {
        method,
        ...(method !== 'GET' && { body: '{"a":', headers: { 'content-type': 'application/json', origin: siteUrl } }),
      },
    })),
  ),
  ...['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'].flatMap(
    (type) =>
      ['/api/contact', '/api/newsletter', '/api/webhooks/voice', '/api/webhooks/clerk'].map((path) => ({
        path,
        init: { method: 'POST', body: '<a>', headers: { 'content-type': type, origin: siteUrl } },
      })),
  ),
]

/** Internal details: stack frames, disk paths, and messages of the database or the framework. */
const INTERNALS_PATTERN =
  /\bat .{1,200}:\d+:\d+\)?|node_modules|\/(?:home|root|tmp|usr|var|work)\/|\.tsx?:\d+|PostgresError|syntax error at|ECONNREFUSED|select .{1,80} from |ZodError/

check(
  {
    what: 'Leaks: errors',
    tried: `${FAILING_REQUESTS.length} failing requests, signed out and as an owner`,
    expected: 'returns no stack trace, file path, SQL or secret',
  },
  async () => {
    const owner = await createAdminClient('org_leaks')
    const attempts = [
      ...FAILING_REQUESTS.map(({ path, init }) => ({
        path,
        answer: () => fetch(siteUrl + path, { redirect: 'manual', ...init }),
      })),
      ...[
        '/api/dashboard/leads?sort=x',
        '/api/dashboard/leads/1',
        '/api/dashboard/calls/x/recording',
        '/api/dashboard/changes?since=x',
      ].map((path) => ({ path, answer: () => owner(path) })),
      ...['leads', 'appointments', 'feeds', 'settings', 'lines', 'keys'].map((name) => ({
        path: name,
        answer: () => owner(`/api/dashboard/${name}`, { method: 'POST', body: '{"name":{"a":1},"' }),
      })),
    ]
    const responses = await mapConcurrently(attempts, async ({ path, answer }) => {
      const response = await answer()
      return { path, status: response.status, text: await response.text() }
    })
    const errorResponses = responses.filter(({ status }) => status >= 400)
    expect(errorResponses.length).toBeGreaterThan(60)
    const leaks = errorResponses.flatMap(({ path, status, text }) => {
      const matches = [...(INTERNALS_PATTERN.exec(text) ?? []), ...findSecrets(text)]
      return matches.length > 0 ? [`${path} ${status}: ${matches.join(' ').slice(0, 80)}`] : []
    })
    expect(leaks).toEqual([])
    return `${errorResponses.length} error responses without internals`
  },
)

check(
  {
    what: 'Leaks: server log',
    tried: 'sent secrets in URLs and headers: calendars, newsletter, previews, keys, sessions',
    expected: 'logs none of them and no secret of the environment',
  },
  async () => {
    const token = 'leak-3f9c2a7e5b1d8460'
    const paths = [
      `/api/calendar/${token}.ics`,
      `/newsletter/confirm?token=${token}`,
      `/newsletter/unsubscribe?token=${token}`,
      `/api/newsletter/unsubscribe?token=${token}`,
      `/api/draft-mode/enable?sanity-preview-secret=${token}`,
      `/login?__clerk_ticket=${token}`,
      `/register?__clerk_ticket=${token}`,
      `/search?q=${token}`,
      `/none?email=${token}@example.com`,
      `/_next/image?url=${token}`,
      `/api/dashboard/integrations/slack/callback?code=${token}&state=${token}`,
      `/api/v1/leads?token=${token}`,
    ]
    const headers = { authorization: `Bearer ${token}`, cookie: `__session=${token}`, 'x-api-key': token }
    await mapConcurrently(paths, async (path) => (await fetch(siteUrl + path, { redirect: 'manual', headers })).text())
    await mapConcurrently(paths, async (path) =>
      (await fetch(siteUrl + path, { method: 'POST', redirect: 'manual', headers, body: token })).text(),
    )
    const text = readFileSync(getSiteLogFile(stack), 'utf8')
    const lines = text.split('\n').filter((line) => line.includes(token))
    expect(lines.map((line) => line.slice(0, 160))).toEqual([])
    expect(findSecrets(text)).toEqual([])
    return `${2 * paths.length} requests, no secret in ${text.split('\n').length} lines`
  },
)
