import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import { listMails, readHeader, waitForMail } from '../../support/inbox.ts'
import { stack } from '../../support/stack/addresses.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { expectProblems, test } from '../test.ts'

const { env } = stack
const database = postgres(env.databaseUrl, { max: 1 })

/** Longer than the minimum time before the form can be sent. */
const MAIL_TIMEOUT_MS = 15_000

const createEmail = () => `ada-${randomUUID().slice(0, 8)}@example.com`

const getEmailField = (page: Page) => page.getByRole('contentinfo').getByLabel('Email', { exact: true })
const getSignUpButton = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Subscribe' })
const getConfirmation = (page: Page) => page.getByText('Check your inbox')

const countMails = async (subject: string) => (await listMails({ search: subject })).length

async function waitForLink(email: string, step: 'confirm' | 'unsubscribe'): Promise<string> {
  const pattern = new RegExp(`http\\S+/newsletter/${step}\\?token=[\\w-]{43}`)
  const { text } = await waitForMail({ to: email }, (mail) => pattern.test(mail.text))
  return pattern.exec(text)?.[0] ?? ''
}

const readConfirmations = async (email: string) =>
  (await database`select confirmed_at from newsletter_subscribers where email = ${email}`).map(
    ({ confirmed_at }) => confirmed_at !== null,
  )

/**
 * Opens a page and focuses the form, whose script then requests a ticket. Before that, the browser itself submits the
 * form.
 */
async function openForm(page: Page, path = '/pricing'): Promise<void> {
  await page.goto(path)
  await Promise.all([page.waitForResponse('**/api/contact/ticket'), getEmailField(page).focus()])
}

async function submitEmail(page: Page, email: string): Promise<void> {
  await openForm(page)
  await getEmailField(page).fill(email)
  await getSignUpButton(page).click()
  await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
}

test.beforeEach(() => database`delete from rate_limits`)
test.afterAll(() => database.end())

test('an email address is subscribed after confirmation and removed by the email link @smoke', async ({ page }) => {
  const email = createEmail()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  await submitEmail(page, email)
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/pricing#newsletter-sent')
  await expect(getSignUpButton(page)).toBeHidden()
  expect(await readConfirmations(email)).toEqual([false])

  const link = await waitForLink(email, 'confirm')
  const mail = await waitForMail({ to: email })
  expect(readHeader(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const response = await page.goto(link)
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  expect(response?.headers()['cache-control']).toContain('no-store')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your address')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  expect(await readConfirmations(email), 'opening the link alone confirms nothing').toEqual([false])
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re subscribed')
  expect(page.url()).not.toContain('token')
  expect(await readConfirmations(email)).toEqual([true])
  await expect.poll(() => countMails(`Newsletter: add ${email}`)).toBe(1)

  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')

  await page.goto(await waitForLink(email, 'unsubscribe'))
  expect(await readConfirmations(email)).toEqual([true])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed')
  expect(await readConfirmations(email)).toEqual([])
  await expect.poll(() => countMails(`Newsletter: remove ${email}`)).toBe(1)
  expect(addresses.join('\n')).not.toContain('ada-')
})

test('an immediate sign-up shows a progress label and completes after a second', async ({ page }) => {
  await page.clock.install()
  await page.goto('/pricing')
  const ticketRequests: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/contact/ticket') && ticketRequests.push(request.url()))
  const statusCodes: number[] = []
  page.on('response', (response) => response.url().endsWith('/api/newsletter') && statusCodes.push(response.status()))
  await getEmailField(page).scrollIntoViewIfNeeded()
  expect(ticketRequests, 'no ticket before the form has focus').toEqual([])
  await Promise.all([page.waitForResponse('**/api/contact/ticket'), getEmailField(page).focus()])
  const ticketAt = Date.now()
  await getEmailField(page).fill(createEmail())
  await getSignUpButton(page).click()
  await expect(page.getByRole('button', { name: 'Subscribing…' })).toBeVisible()
  await expect.poll(() => statusCodes[0]).toBeDefined()
  // Waits until the ticket is one second old by the server's clock, because the page retries only a few times.
  await expect.poll(() => Date.now() - ticketAt).toBeGreaterThan(1_100)
  // Retries, because the page may start its timer just after the response.
  await expect(async () => {
    await page.clock.fastForward(1_000)
    await expect(getConfirmation(page)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: MAIL_TIMEOUT_MS })
  expect(ticketRequests).toHaveLength(1)
})

test('field and button are aligned to the pixel', async ({ page }) => {
  await page.goto('/pricing')
  const measureOffsets = async () => {
    const [fieldBox, buttonBox] = [await getEmailField(page).boundingBox(), await getSignUpButton(page).boundingBox()]
    return [(fieldBox?.y ?? 0) - (buttonBox?.y ?? 0), (fieldBox?.height ?? 0) - (buttonBox?.height ?? 1)]
  }
  expect(await measureOffsets()).toEqual([0, 0])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await measureOffsets()).toEqual([0, 0])
})

test('a mail client can unsubscribe with one request, even repeatedly', async ({ page, request }) => {
  const email = createEmail()
  await submitEmail(page, email)
  await page.goto(await waitForLink(email, 'confirm'))
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re subscribed')
  const mail = await waitForMail({ to: email })
  const address = /<([^>]+)>/.exec(readHeader(mail, 'List-Unsubscribe'))?.[1]?.replaceAll(' ', '') ?? ''
  expect(new URL(address).pathname).toBe('/api/newsletter/unsubscribe')
  for (let count = 0; count < 2; count++) {
    const response = await request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } })
    expect(response.status()).toBe(200)
    expect(await readConfirmations(email)).toEqual([])
  }
  await page.goto(address)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re not subscribed')
})

test('invalid tokens change nothing, and cross-site requests are rejected', async ({ page, request }) => {
  await page.goto('/newsletter/confirm?token=abc')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await page.goto(`/newsletter/confirm?token=${'A'.repeat(43)}`)
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  for (const step of ['confirm', 'unsubscribe']) {
    const form = { token: 'A'.repeat(43) }
    const headers = { origin: 'https://evil.example' }
    expect((await request.post(`/api/newsletter/${step}`, { form, headers })).status()).toBe(403)
  }
  expect((await request.get('/newsletter/nothing')).status()).toBe(404)
  expect((await request.get('/newsletter')).status()).toBe(404)
})

test('an invalid email address shows an inline error and stays in the field', async ({ page }) => {
  const email = createEmail()
  await openForm(page)
  await getEmailField(page).fill('ada@')
  await getSignUpButton(page).dblclick()
  await expect(getEmailField(page)).toHaveAttribute('aria-invalid', 'true', { timeout: MAIL_TIMEOUT_MS })
  await expect(getEmailField(page)).toHaveAccessibleDescription(/should look like name@example.com/)
  await expect(getEmailField(page)).toHaveValue('ada@')
  await expect(getEmailField(page)).toBeFocused()
  // Only a full response page has this title, so the error is inline.
  await expect(page).not.toHaveTitle(/^You’re not subscribed yet/)
  expect(new URL(page.url()).pathname).toBe('/pricing')
  expect(await findViolations(page)).toEqual([])
  await getEmailField(page).fill(email)
  await getSignUpButton(page).click()
  await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
  await expect(page.locator('#newsletter-sent')).toBeFocused()
  expect(await readConfirmations(email)).toEqual([false])
  await page.getByRole('link', { name: 'Enter another address' }).click()
  await expect(getEmailField(page)).toHaveValue('')
  await expect(getEmailField(page)).not.toHaveAttribute('aria-invalid')
})

test('a failed request keeps the email address, which can be sent later', async ({ page, context }) => {
  expectProblems(/ERR_INTERNET_DISCONNECTED/)
  const email = createEmail()
  await openForm(page)
  await getEmailField(page).fill(email)
  await context.setOffline(true)
  await getSignUpButton(page).click()
  const alert = page.getByRole('contentinfo').getByRole('alert')
  await expect(alert).toContainText('Please try again')
  await expect(alert).toBeFocused()
  await expect(getEmailField(page)).toHaveValue(email)
  expect(await findViolations(page)).toEqual([])
  await context.setOffline(false)
  await getSignUpButton(page).click()
  await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
  expect(await readConfirmations(email)).toEqual([false])
})

test('without JavaScript, sign-up takes two steps and keeps the input', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  const email = createEmail()
  await page.goto('/pricing')
  await getEmailField(page).fill(email)
  await getSignUpButton(page).click()
  await expect(page.getByRole('contentinfo').getByRole('alert')).toContainText('press the button again')
  await expect(getEmailField(page)).toHaveValue(email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await getSignUpButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: MAIL_TIMEOUT_MS })
  expect(new URL(page.url()).pathname).toBe('/pricing')
  await page.goto(await waitForLink(email, 'confirm'))
  await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
  expect(await readConfirmations(email)).toEqual([true])
})

test('the site log contains no email addresses or tokens', () => {
  const log = readFileSync(resolve(stack.dataDir, 'logs/site.log'), 'utf8')
  expect(log).not.toMatch(/ada-[0-9a-f]{8}@|token=/)
})
