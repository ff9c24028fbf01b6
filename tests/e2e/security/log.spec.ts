import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { stack } from '../../support/stack/addresses.ts'
import { copyRelease } from '../../support/stack/own-release.ts'
import { startSecondSite } from '../../support/stack/second-site.ts'
import { test } from '../test.ts'

type LogLine = {
  level: string
  time: string
  msg: string
  requestId?: string
  err?: { stack?: string; digest?: string }
} & Record<string, unknown>

/** A closed port that `fetch` does not block. */
const UNUSED_HOST = `127.0.0.1:${stack.sitePort + 90}`

const REQUEST_ID_HEADER = 'x-request-id'

const PERSONAL_DATA = {
  name: 'Ada Byron',
  email: 'ada.byron@example.com',
  company: 'Byron Heating',
  phone: '+1 212 555 0142',
  message: 'Our phone rings at night',
}

let site: Awaited<ReturnType<typeof startSecondSite>>

test.beforeAll(async () => {
  const variables = {
    DATABASE_URL: `postgres://local:secret-of-the-database@${UNUSED_HOST}/postgres`,
    SANITY_API_HOST: `http://${UNUSED_HOST}`,
    TRUSTED_PROXIES: '1',
  }
  // Uses an empty cache: with cached responses, the site could return 404.
  site = await startSecondSite(variables, copyRelease('release-without-answers'))
})
test.afterAll(() => site.end())

const readLogText = () => readFileSync(site.log, 'utf8')

/** Returns the log lines of a request. A line that starts like JSON must be valid JSON. */
const findLogLines = (requestId: string): LogLine[] =>
  readLogText()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => line.requestId === requestId)

test('a message that cannot be stored logs one line with the request ID of the response @smoke', async ({
  request,
}) => {
  const response = await request.post(`${site.url}/api/contact`, {
    headers: { origin: site.url },
    data: { ...PERSONAL_DATA, ticket: 'none' },
  })
  expect(response.status()).toBe(503)
  const requestId = response.headers()[REQUEST_ID_HEADER] ?? ''
  expect(requestId).toMatch(/^[\w-]{8,64}$/)
  await expect.poll(() => findLogLines(requestId)).toHaveLength(1)
  const [line] = findLogLines(requestId)
  expect(line).toMatchObject({ level: 'error', err: { cause: { code: 'ECONNREFUSED' } } })
  expect(new Date(line?.time ?? '').toISOString()).toBe(line?.time)
  expect(line?.err?.stack).toMatch(/^\s*at /)
})

test('an uncaught error is logged with its route and digest, but without the query', async ({ request }) => {
  const requestId = `report-${randomUUID().slice(0, 8)}`
  const query = new URLSearchParams({ email: PERSONAL_DATA.email, name: PERSONAL_DATA.name })
  const response = await request.get(`${site.url}/no-page-of-this-name?${query}`, {
    headers: { [REQUEST_ID_HEADER]: requestId },
  })
  expect(response.status()).toBe(500)
  const findFailures = () => findLogLines(requestId).filter(({ level }) => level === 'error')
  // Expects one or two lines: page and header load content concurrently, and either may fail first.
  await expect.poll(() => findFailures().length).toBeGreaterThan(0)
  for (const line of findFailures()) {
    expect(line).toMatchObject({ method: 'GET', msg: 'next: request failed' })
    expect(line.route).toContain('/[[...path]]')
    expect(line.err).toMatchObject({ digest: expect.stringMatching(/^\d+$/), cause: { code: 'ECONNREFUSED' } })
  }
})

test('the error page shows the same request ID as the log', async ({ page }) => {
  const requestId = `visitor-${randomUUID().slice(0, 8)}`
  await page.setExtraHTTPHeaders({ [REQUEST_ID_HEADER]: requestId })
  await page.goto(`${site.url}/no-page-of-that-name`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t load this page')
  await expect.poll(() => findLogLines(requestId).length).toBeGreaterThan(0)
  await expect(page.getByText(`mention error ${requestId}`)).toBeVisible()
  await page.screenshot({ path: 'test-results/error-notice.png' })
})

test('a short request ID from a trusted proxy is accepted, and any other is replaced', async ({ request }) => {
  const fetchRequestId = async (sentId: string) =>
    (await request.get(`${site.url}/api/contact/ticket`, { headers: { [REQUEST_ID_HEADER]: sentId } })).headers()[
      REQUEST_ID_HEADER
    ]
  expect(await fetchRequestId('from-proxy_1.2:3')).toBe('from-proxy_1.2:3')
  for (const invalidId of ['x'.repeat(65), 'ada@example.com', '{"a":1}', 'two words', 'short']) {
    expect(await fetchRequestId(invalidId), invalidId).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('without a trusted proxy, every request gets a new ID @smoke', async ({ request }) => {
  const headers = { [REQUEST_ID_HEADER]: 'from-a-visitor' }
  const ids = await Promise.all(
    ['/api/contact/ticket', '/api/contact/ticket', '/api/no-such-endpoint'].map(
      async (path) => (await request.get(path, { headers })).headers()[REQUEST_ID_HEADER],
    ),
  )
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain('from-a-visitor')
})

test('the log contains no visitor data and no secrets', () => {
  expect(readLogText()).not.toMatch(/byron|555 0142|rings at night|secret-of-the-database/i)
})
