import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import postgres from 'postgres'
import { stack } from '../../support/stack/addresses.ts'
import { release } from '../../support/stack/stack.ts'
import { test } from '../test.ts'

const database = postgres(stack.env.databaseUrl, { max: 1 })

/** Allowed form submissions per client in ten minutes. */
const ATTEMPT_COUNT = 30

/** Form data without an email address, which is invalid. */
const INCOMPLETE_FORM = { name: 'Ada Byron', company: 'Byron Heating', email: '', message: 'Who answers at night?' }

const sendForm = (request: APIRequestContext, form: Record<string, string>) =>
  request.post('/api/contact', { headers: { origin: stack.env.siteUrl }, form, maxRedirects: 0 })

const listStoredPages = (text: string) =>
  readdirSync(release, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes(text))

// Sends a form first, because the site creates its tables on the first use of the database.
test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL })
  await expect.poll(async () => (await sendForm(request, INCOMPLETE_FORM)).status()).toBe(422)
  await request.dispose()
})
test.beforeEach(() => database`delete from rate_limits`)
test.afterAll(async () => {
  await database`delete from rate_limits`
  await database.end()
})

test('an invalid form renders the contact page, whatever its page field contains', async ({ request }) => {
  const run = `made-up-${randomUUID().slice(0, 8)}`
  for (const page of [
    `/${run}-1`,
    `/blog/${run}-2`,
    `/hvac-ai-sdr/${run}-3`,
    '/pricing',
    '//evil.example/x',
    '/api/x',
  ]) {
    const response = await sendForm(request, { ...INCOMPLETE_FORM, page })
    expect(response.status(), page).toBe(422)
    const html = await response.text()
    expect(html, page).toMatch(/<title>Not sent yet: [^<]*Contact/)
    expect(html, page).toContain('name="page" value="/contact"')
    expect(html, page).toContain('Who answers at night?')
  }
  expect(listStoredPages(run)).toEqual([])
})

test('invalid forms count toward the rate limit and are rejected above it', async ({ request }) => {
  const run = `made-up-${randomUUID().slice(0, 8)}`
  const statuses: number[] = []
  for (let index = 0; index < ATTEMPT_COUNT + 5; index++) {
    const trapFields: Record<string, string> = index % 2 ? { website: 'https://spam.example' } : {}
    statuses.push((await sendForm(request, { ...INCOMPLETE_FORM, ...trapFields, page: `/${run}-${index}` })).status())
  }
  expect(statuses.slice(0, ATTEMPT_COUNT)).toEqual(Array.from({ length: ATTEMPT_COUNT }, () => 422))
  expect(statuses.slice(ATTEMPT_COUNT)).toEqual([429, 429, 429, 429, 429])
  expect(listStoredPages(run)).toEqual([])
  const rest = await request.post('/api/contact', { headers: { origin: stack.env.siteUrl }, data: INCOMPLETE_FORM })
  expect(rest.status()).toBe(429)
  expect(await rest.json()).toMatchObject({ status: 'limited' })
  expect(Number(rest.headers()['retry-after'])).toBeGreaterThan(60)
})

test('without JavaScript, a rate-limited visitor keeps the message and sees when to retry', async ({ browser }) => {
  const scriptedPage = await browser.newPage()
  await scriptedPage.goto('/contact')
  const headers = { 'content-type': 'application/json' }
  const post = (init: RequestInit) => fetch('/api/contact', init).then(({ status }) => status)
  for (let index = 0; index < ATTEMPT_COUNT; index++) {
    expect(await scriptedPage.evaluate(post, { method: 'POST', headers, body: '{}' })).toBe(422)
  }
  await scriptedPage.close()

  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/contact')
  for (const [label, value] of [
    ['Your name', 'Ada Byron'],
    ['Message', 'Who answers <b>at night</b>?'],
  ] as const) {
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
  }
  const [response] = await Promise.all([
    page.waitForResponse('**/api/contact'),
    page.getByRole('button', { name: 'Send message' }).click(),
  ])
  expect(response.status()).toBe(429)
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText(/in \d+ minutes?\./)
  await expect(main.getByLabel('Your name', { exact: true })).toHaveValue('Ada Byron')
  await expect(main.getByLabel('Message', { exact: true })).toHaveValue('Who answers <b>at night</b>?')
  await expect(main.getByRole('alert').getByRole('link', { name: /^call / })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.screenshot({ path: 'test-results/contact-limited.png', fullPage: true })
})
