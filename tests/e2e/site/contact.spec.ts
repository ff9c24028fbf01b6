import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Page, expect } from '@playwright/test'
import postgres from 'postgres'
import { listMails, type Mail, readHeader, waitForMail } from '../../support/inbox.ts'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { createDraftModeCookie } from '../../support/pages/draft-mode.ts'
import { waitForHydration, recordConsoleMessages, PHONE_VIEWPORT } from './visitor.ts'
import { expectProblems, test } from '../test.ts'

const { env } = stack
const database = postgres(env.databaseUrl, { max: 1 })

/** Longer than the minimum time before the form can be sent. */
const MAIL_TIMEOUT_MS = 15_000

const MESSAGE = 'Our phone rings at 2 a.m. <b>Who answers?</b> "Nobody" & co.'

let origin: string

const buildVisitor = () => {
  const company = `Byron Heating ${randomUUID().slice(0, 8)}`
  return { 'Your name': 'Ada Byron', Company: company, Email: 'ada@example.com', Message: MESSAGE }
}

async function fillForm(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await getField(page, label).fill(value)
}

const getField = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

/** Focuses the form and waits until its script has a ticket. Before that, the browser itself would submit the form. */
async function touchForm(page: Page): Promise<void> {
  await Promise.all([page.waitForResponse('**/api/contact/ticket'), getField(page, 'Your name').focus()])
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/contact')
  // Waits one frame: the browser applies `autofocus` in its first frame, and warns if a field already has the focus.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await touchForm(page)
}

const getSendButton = (page: Page) => page.getByRole('button', { name: 'Send message' })
const getConfirmation = (page: Page) => page.getByText('We got your message')
const getNotice = (page: Page) => page.getByRole('main').getByRole('alert')

function recordPostStatuses(page: Page): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/api/contact'))
      statuses.push(response.status())
  })
  return statuses
}

const listMessagesByCompany = (company: string) => database`select * from contact_messages where company = ${company}`

async function waitForMails(company: string): Promise<Mail[]> {
  await waitForMail({ search: company }, ({ text }) => text.includes(`Company: ${company}\n`))
  return listMails({ search: company })
}

function watchAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  return addresses
}

test.beforeAll(async ({ baseURL, playwright }) => {
  origin = new URL(baseURL ?? '').origin
  const request = await playwright.request.newContext({ baseURL })
  const hasForm = async () => (await (await request.get('/contact')).text()).includes('id="contact-form"')
  const forms = await lake.fetch<number>('count(*[path == "/contact" && "contactFormBlock" in blocks[]._type])')
  if (forms === 0) {
    const heading = 'Ask what happens when the phone rings'
    const block = { _key: 'form', _type: 'contactFormBlock', heading, text: 'A person reads every message.' }
    await lake.createOrReplace({
      _id: 'page-contact',
      _type: 'page',
      title: 'Contact',
      path: '/contact',
      blocks: [block],
    })
  }
  await expect.poll(hasForm).toBe(true)
  await request.dispose()
})

test.beforeEach(() => database`delete from rate_limits`)
test.afterAll(() => database.end())

test.describe('with JavaScript', () => {
  test('a message is sent, stored and emailed once, without leaving the page @smoke', async ({ page }) => {
    const consoleMessages: string[] = []
    page.on('console', (message) => consoleMessages.push(message.text()))
    const addresses = watchAddresses(page)
    const values = { ...buildVisitor(), 'Phone (optional)': '+1 212 555 0142' }
    await openForm(page)
    await fillForm(page, values)
    await getSendButton(page).dblclick()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    await expect(page.locator('#message-sent')).toBeFocused()
    await expect(getSendButton(page)).toBeHidden()
    expect(page.url()).toBe(`${origin}/contact#message-sent`)
    expect(await listMessagesByCompany(values.Company)).toMatchObject([
      { email: 'ada@example.com', message: MESSAGE, phone: '+1 212 555 0142' },
    ])
    const mails = await waitForMails(values.Company)
    expect(mails).toHaveLength(1)
    expect(readHeader(mails[0]!, 'Reply-To')).toBe('Ada Byron <ada@example.com>')
    expect(addresses.join('\n')).not.toMatch(/byron|ada@/i)
    expect(consoleMessages.filter((text) => !text.includes('428'))).toEqual([])

    await page.getByRole('link', { name: 'Send another message' }).click()
    await expect(getSendButton(page)).toBeVisible()
    await expect(getField(page, 'Message')).toHaveValue('')
    await expect(getConfirmation(page)).toBeHidden()
  })

  test('the form works without the framework: inline errors, kept input, one step', async ({ page }) => {
    const values = buildVisitor()
    const statuses = recordPostStatuses(page)
    await openForm(page)
    await page.evaluate(() => Object.assign(window, { stillHere: true }))
    await fillForm(page, { ...values, Email: 'ada@' })
    const released = Promise.withResolvers<void>()
    await page.route('/api/contact', (route) => released.promise.then(() => route.continue()), { times: 1 })
    await getSendButton(page).dblclick()
    released.resolve()
    await expect(getNotice(page)).toContainText('Please check')
    await expect(getNotice(page)).toBeFocused()
    for (const label of ['Your name', 'Company', 'Message'] as const) {
      await expect(getField(page, label)).toHaveValue(values[label])
    }
    expect(statuses).toEqual([422])
    await getField(page, 'Email').fill(values['Email'])
    await getSendButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(page.url()).toBe(`${origin}/contact#message-sent`)
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
    expect(await page.evaluate(() => 'next' in window)).toBe(false)
    expect(await listMessagesByCompany(values.Company)).toMatchObject([{ email: 'ada@example.com', message: MESSAGE }])
    await page.getByRole('link', { name: 'Send another message' }).click()
    await expect(getField(page, 'Message')).toHaveValue('')
    await expect(getField(page, 'Email')).not.toHaveAttribute('aria-invalid')
    await expect(getNotice(page)).toHaveCount(0)
  })

  test('a message sent immediately waits for its ticket and shows a progress label', async ({ page }) => {
    const values = buildVisitor()
    const statuses = recordPostStatuses(page)
    await openForm(page)
    await fillForm(page, values)
    await getSendButton(page).click()
    const sendingButton = page.getByRole('button', { name: 'Sending…' })
    await expect(sendingButton).toBeVisible()
    await expect(page.locator('#contact-form')).toHaveAttribute('aria-busy', 'true')
    await sendingButton.click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(statuses).toEqual([428, 200])
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('a form submitted before its script loads returns a page, and later responses are inline', async ({ page }) => {
    const values = buildVisitor()
    const scriptReleased = Promise.withResolvers<void>()
    await page.route('**/scripts/forms-*', async (route) => {
      await scriptReleased.promise
      await route.continue()
    })
    await page.goto('/contact')
    await fillForm(page, { ...values, Email: 'ada@' })
    await getSendButton(page).click()
    await expect(page).toHaveTitle(/^Not sent yet: /)
    expect(page.url()).toBe(`${origin}/api/contact`)
    // The response page focuses the form, so its script requests a ticket on load.
    const touching = touchForm(page)
    scriptReleased.resolve()
    await touching
    await getSendButton(page).click()
    await expect(getNotice(page)).toBeFocused()
    await getField(page, 'Email').fill(values['Email'])
    await getSendButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(page.url(), 'the error page redirects to the form').toBe(`${origin}/contact#message-sent`)
    await expect(page).not.toHaveTitle(/^Not sent yet/)
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('text typed during a pending request is kept', async ({ page }) => {
    const responseReleased = Promise.withResolvers<void>()
    await page.route('**/api/contact', async (route) => {
      await responseReleased.promise
      await route.continue()
    })
    await openForm(page)
    await fillForm(page, { ...buildVisitor(), Email: 'ada@' })
    await getSendButton(page).click()
    await getField(page, 'Phone (optional)').fill('+1 212 555 0142')
    responseReleased.resolve()
    await expect(getNotice(page)).toBeFocused()
    await expect(getField(page, 'Phone (optional)')).toHaveValue('+1 212 555 0142')
  })

  test('a filled honeypot is cleared and reported, and the message can be sent again', async ({ page }) => {
    const values = buildVisitor()
    await openForm(page)
    await fillForm(page, values)
    await page.locator('#contact-form [name="website"]').evaluate((trap) => {
      ;(trap as HTMLInputElement).value = 'https://spam.example'
    })
    await getSendButton(page).click()
    await expect(getNotice(page)).toContainText('should stay empty')
    await expect(page.locator('#contact-form [name="website"]')).toHaveValue('')
    await getSendButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('in a preview, React re-renders the page around the response without errors', async ({ browser }) => {
    const values = buildVisitor()
    const context = await browser.newContext()
    const [name = '', value = ''] = (await createDraftModeCookie()).split('=')
    await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    await page.goto('/contact')
    await waitForHydration(page)
    const consoleMessages = recordConsoleMessages(page)
    // Finds fields by ID: preview texts contain stega marks, so exact labels do not match.
    const fillPreview = async (texts: Record<string, string>) => {
      for (const [id, text] of Object.entries(texts)) await page.locator(`#contact-${id}`).fill(text)
    }
    const submitButton = page.locator('#contact-form button')
    await Promise.all([page.waitForResponse('**/api/contact/ticket'), page.locator('#contact-name').focus()])
    await fillPreview({ name: 'Ada Byron', company: values.Company, email: 'ada@', message: MESSAGE })
    await submitButton.click()
    await expect(getNotice(page)).toBeFocused()
    await expect(page.locator('#contact-company')).toHaveValue(values.Company)
    const refreshResponse = page.waitForResponse((response) => response.url().includes('_rsc='))
    await page.evaluate(() => (Reflect.get(window, 'next') as { router: { refresh: () => void } }).router.refresh())
    await refreshResponse
    await fillPreview({ email: 'ada@example.com' })
    await submitButton.click()
    await expect(page.locator('#message-sent')).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
    expect(consoleMessages).toEqual([])
  })

  // The test browser has no back/forward cache. Browsers with one continue sending when the visitor returns.
  test('a form left during sending keeps its input on return and can be sent', async ({ page }) => {
    const values = buildVisitor()
    await openForm(page)
    await fillForm(page, values)
    await getSendButton(page).click()
    await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).first().click()
    await expect(page).toHaveURL(`${origin}/pricing`)
    await page.goBack()
    for (const [label, value] of Object.entries(values)) await expect(getField(page, label)).toHaveValue(value)
    await touchForm(page)
    await getSendButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('errors are announced, focused, linked to their fields, and cleared when corrected @smoke', async ({ page }) => {
    const values = buildVisitor()
    await openForm(page)
    await fillForm(page, { ...values, Email: 'ada@', Message: '   ' })
    await getSendButton(page).click()
    const alert = getNotice(page)
    await expect(alert).toContainText('hasn’t been sent yet')
    await expect(alert).toBeFocused()
    const email = getField(page, 'Email')
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription(/should look like name@example.com/)
    await expect(email).toHaveValue('ada@')
    await expect(getField(page, 'Company')).not.toHaveAttribute('aria-invalid')
    expect(await findViolations(page)).toEqual([])

    await alert.getByRole('link', { name: /should look like/ }).click()
    await expect(email).toBeFocused()
    await fillForm(page, values)
    await getSendButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('the form can be sent by keyboard, which skips the honeypot', async ({ page }) => {
    const values = buildVisitor()
    await openForm(page)
    const focusOrder: string[] = []
    for (const text of [values['Your name'], values.Company, values['Email'], '', MESSAGE]) {
      focusOrder.push(await page.evaluate(() => document.activeElement?.id ?? ''))
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    expect(focusOrder).toEqual(['contact-name', 'contact-company', 'contact-email', 'contact-phone', 'contact-message'])
    await expect(getSendButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('a message is kept if the request fails and can be sent later', async ({ page, context }) => {
    expectProblems(/ERR_INTERNET_DISCONNECTED/)
    const values = buildVisitor()
    await openForm(page)
    await fillForm(page, values)
    await fillForm(page, { Email: 'ada@' })
    await getSendButton(page).click()
    await expect(getField(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
    await fillForm(page, values)
    await context.setOffline(true)
    for (let time = 0; time < 2; time++) {
      await getSendButton(page).click()
      await expect(getNotice(page)).toContainText('couldn’t send your message')
      await expect(getNotice(page)).toBeFocused()
      await expect(getNotice(page).getByRole('link', { name: /^call / })).toBeVisible()
      await expect(getSendButton(page)).toBeVisible()
      await getField(page, 'Message').focus()
    }
    await expect(getField(page, 'Email')).not.toHaveAttribute('aria-invalid')
    expect(await findViolations(page)).toEqual([])
    await expect(getField(page, 'Message')).toHaveValue(MESSAGE)
    await context.setOffline(false)
    await getSendButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('a message that cannot be stored shows a phone number and an email address', async ({ page }) => {
    expectProblems(/status 503: POST/)
    const values = buildVisitor()
    const rejectingCheck = `check (company <> '${values.Company}') not valid`
    await database`alter table contact_messages drop constraint if exists refused`
    await database.unsafe(`alter table contact_messages add constraint refused ${rejectingCheck}`)
    await openForm(page)
    await fillForm(page, values)
    await getSendButton(page).click()
    const alert = getNotice(page)
    await expect(alert).toContainText('couldn’t save your message')
    await expect(alert.getByRole('link', { name: /^call / })).toHaveAttribute('href', /^tel:\+\d+$/)
    await expect(alert.getByRole('link', { name: /^email / })).toHaveAttribute('href', /^mailto:/)
    await expect(getField(page, 'Message')).toHaveValue(MESSAGE)
    await database`alter table contact_messages drop constraint refused`
    await getSendButton(page).click()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })

  test('the form can be sent by touch on a phone', async ({ browser }) => {
    const page = await browser.newPage({ viewport: PHONE_VIEWPORT, hasTouch: true, isMobile: true })
    const values = buildVisitor()
    await page.goto('/contact')
    for (const [label, value] of Object.entries(values)) {
      const control = getField(page, label)
      await control.tap()
      await page.keyboard.insertText(value)
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await getSendButton(page).tap()
    await expect(getConfirmation(page)).toBeVisible({ timeout: MAIL_TIMEOUT_MS })
    expect(await listMessagesByCompany(values.Company)).toHaveLength(1)
  })
})

test.describe('without JavaScript', () => {
  let page: Page

  test.beforeEach(async ({ browser }) => {
    page = await browser.newPage({ javaScriptEnabled: false })
    await page.goto('/contact')
  })

  test('errors appear on the page with all input kept and none of it in the URL', async () => {
    const addresses = watchAddresses(page)
    const values = buildVisitor()
    await fillForm(page, { ...values, Email: 'ada@' })
    const [response] = await Promise.all([page.waitForResponse('**/api/contact'), getSendButton(page).click()])
    expect(response.status()).toBe(422)
    expect(response.headers()['cache-control']).toContain('no-store')
    expect(response.headers()['content-security-policy']).toContain("default-src 'none'")
    await expect(page).toHaveTitle(/^Not sent yet: /)
    await expect(getNotice(page)).toContainText('hasn’t been sent yet')
    await expect(getField(page, 'Email')).toHaveAccessibleDescription(/should look like/)
    for (const [label, value] of Object.entries({ ...values, Email: 'ada@' })) {
      await expect(getField(page, label)).toHaveValue(value)
    }
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(addresses.join('\n')).not.toMatch(/byron|ada@/i)
  })

  test('a message needs a confirmation, and is then stored and emailed once', async () => {
    const values = buildVisitor()
    await fillForm(page, values)
    await getSendButton(page).click()
    await expect(getNotice(page)).toContainText('Check your message')
    expect(await listMessagesByCompany(values.Company)).toHaveLength(0)
    await expect(async () => {
      await getSendButton(page).click()
      await expect(getConfirmation(page)).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: MAIL_TIMEOUT_MS })
    expect(page.url()).toBe(`${origin}/contact#message-sent`)
    await expect(getSendButton(page)).toBeHidden()
    expect(await listMessagesByCompany(values.Company)).toMatchObject([{ message: MESSAGE }])
    expect(await waitForMails(values.Company)).toHaveLength(1)
    await page.getByRole('link', { name: 'Send another message' }).click()
    await expect(getSendButton(page)).toBeVisible()
  })

  test('a filled honeypot is cleared and reported on the response page', async ({ browser }) => {
    // Filling a hidden field requires a script, as in a spam bot. `submit()` bypasses the submit handler of the page.
    const fillerPage = await browser.newPage()
    await fillerPage.goto('/contact')
    await fillForm(fillerPage, buildVisitor())
    await fillerPage.evaluate(() => {
      const trap = document.querySelector<HTMLInputElement>('#contact-form [name="website"]')
      if (trap) trap.value = 'https://spam.example'
      document.querySelector<HTMLFormElement>('#contact-form')?.submit()
    })
    await expect(getNotice(fillerPage)).toContainText('should stay empty')
    await expect(fillerPage.locator('#contact-form [name="website"]')).toHaveValue('')
  })

  test('the response page is as accessible as the form', async ({ browser }) => {
    const scriptedPage = await browser.newPage()
    const consoleMessages: string[] = []
    scriptedPage.on('console', (message) => consoleMessages.push(message.text()))
    scriptedPage.on('pageerror', (error) => consoleMessages.push(error.message))
    await scriptedPage.goto('/contact')
    await scriptedPage.evaluate(() => document.querySelector<HTMLFormElement>('#contact-form')?.submit())
    await expect(getNotice(scriptedPage)).toBeFocused()
    expect(await findViolations(scriptedPage)).toEqual([])
    expect(consoleMessages.filter((text) => !text.includes('422'))).toEqual([])
  })
})

test('a client that accepts only JSON gets only the form markup', async ({ request }) => {
  const form = { name: 'Ada & Byron', email: 'ada@example.com' }
  const post = (accept: string) => request.post('/api/contact', { headers: { origin, accept }, form })
  const response = await post('application/json')
  expect(response.status()).toBe(422)
  expect(response.headers()['cache-control']).toContain('no-store')
  const responseBody = (await response.json()) as { form: string }
  expect(responseBody).toMatchObject({ status: 'invalid', errors: { company: 'missing', message: 'missing' } })
  expect(responseBody.form).toMatch(/^<form .*value="Ada &amp; Byron".*<\/form>$/s)
  expect(responseBody.form).not.toContain('name="page"')
  const page = await post('text/html,application/xhtml+xml,*/*;q=0.8')
  expect(await page.text()).toContain('<title>Not sent yet: ')
})

test.describe('abuse protection', () => {
  const fields = { name: 'Ada', email: 'ada@example.com', company: 'Burst Heating', message: 'Hello' }

  test('cross-site forms and requests without an origin are rejected @smoke', async ({ page, request }) => {
    await page.route('https://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form action="${origin}/api/contact" method="post"><input name="name" value="x"><button>Win</button></form>`,
      }),
    )
    await page.goto('https://evil.example/')
    const [response] = await Promise.all([
      page.waitForResponse('**/api/contact'),
      page.getByRole('button', { name: 'Win' }).click(),
    ])
    expect(response.status()).toBe(403)
    const foreignOrigins: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: `${origin}.evil.example` },
      { origin, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreignOrigins) {
      expect((await request.post('/api/contact', { headers, data: fields })).status()).toBe(403)
    }
  })

  test('requests that are neither form data nor JSON are rejected', async ({ request }) => {
    for (const [type, data] of [
      ['text/plain', '{}'],
      ['multipart/form-data; boundary=x', '--x--'],
    ] as const)
      expect((await request.post('/api/contact', { headers: { origin, 'content-type': type }, data })).status()).toBe(
        415,
      )
  })

  test('a GET request to the form endpoint redirects to the form', async ({ page }) => {
    await page.goto('/api/contact')
    expect(new URL(page.url()).pathname).toBe('/contact')
  })

  test('the site log contains no visitor input', () => {
    const log = readFileSync(resolve(stack.dataDir, 'logs/site.log'), 'utf8')
    expect(log).not.toMatch(/byron|ada@|burst heating/i)
  })
})
