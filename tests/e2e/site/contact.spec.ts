import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type APIRequestContext, type BrowserContext, type Page, expect, test } from '@playwright/test'
import postgres from 'postgres'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { violationsOf } from '../../support/pages/violations.ts'
import { hydrated, withoutFramework } from './visitor.ts'

const { env } = stack
const database = postgres(env.databaseUrl, { max: 1 })

/** Milliseconds of the form's minimum time, and a little. */
const PATIENCE = 15_000

const MESSAGE = 'Our phone rings at 2 a.m. <b>Who answers?</b> "Nobody" & co.'

let origin: string

/** A message of its own for each test, so that a test finds what it has sent. */
const visitor = () => {
  const company = `Byron Heating ${randomUUID().slice(0, 8)}`
  return { 'Your name': 'Ada Byron', Company: company, 'E-mail': 'ada@example.com', Message: MESSAGE }
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
}

/** Touches the form and waits until React has taken it over; until then the browser itself would send it. */
async function touch(page: Page): Promise<void> {
  await page.getByRole('main').getByLabel('Your name', { exact: true }).focus()
  await hydrated(page)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const arrived = (page: Page) => page.getByText('Your message has arrived')

const storedBy = (company: string) => database`select * from contact_messages where company = ${company}`

/** Waits for the mail of a company; there must be one. */
async function mailsOf(company: string): Promise<string[]> {
  const folder = env.contact.mail?.outbox ?? ''
  const read = () =>
    readdirSync(folder)
      .map((file) => readFileSync(resolve(folder, file), 'utf8'))
      .filter((mail) => mail.includes(`Company: ${company}\r\n`))
  await expect.poll(() => read().length).toBeGreaterThan(0)
  return read()
}

/** What the visitor wrote must never be in an address that the browser went to. */
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
  test('a message is sent, stored and mailed once, without leaving the page', async ({ page }) => {
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    const addresses = watchAddresses(page)
    const values = { ...visitor(), 'Phone (optional)': '+1 212 555 0142' }
    await page.goto('/contact')
    await fill(page, values)
    await touch(page)
    await send(page).dblclick()
    await expect(arrived(page)).toBeVisible({ timeout: PATIENCE })
    await expect(page.locator('#message-sent')).toBeFocused()
    await expect(send(page)).toBeHidden()
    expect(page.url()).toBe(`${origin}/contact#message-sent`)
    expect(await storedBy(values.Company)).toMatchObject([
      { email: 'ada@example.com', message: MESSAGE, phone: '+1 212 555 0142' },
    ])
    const mails = await mailsOf(values.Company)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('Reply-To: Ada Byron <ada@example.com>')
    expect(addresses.join('\n')).not.toMatch(/byron|ada@/i)
    expect(messages.filter((text) => !text.includes('428'))).toEqual([])

    await page.getByRole('link', { name: 'Write another message' }).click()
    await expect(send(page)).toBeVisible()
    await expect(page.getByRole('main').getByLabel('Message', { exact: true })).toHaveValue('')
    await expect(arrived(page)).toBeHidden()
  })

  test('a message that is sent before React is there takes one step, also after an error', async ({ page }) => {
    const values = visitor()
    await withoutFramework(page)
    await page.goto('/contact')
    await fill(page, { ...values, 'E-mail': 'ada@nowhere' })
    await send(page).dblclick()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Please check', { timeout: PATIENCE })
    await page.getByRole('main').getByLabel('E-mail', { exact: true }).fill(values['E-mail'])
    await send(page).click()
    await expect(arrived(page)).toBeVisible({ timeout: PATIENCE })
    expect(page.url()).toBe(`${origin}/contact#message-sent`)
    expect(await storedBy(values.Company)).toMatchObject([{ email: 'ada@example.com', message: MESSAGE }])
  })

  test('a message that is sent while React is on its way is sent once, in one step', async ({ page }) => {
    const values = visitor()
    const arrival = Promise.withResolvers<void>()
    await page.route(/\/_next\/static\/.*\.js/, async (route) => {
      await arrival.promise
      await route.continue()
    })
    await page.goto('/contact')
    await fill(page, values)
    await send(page).click()
    await expect(send(page)).toBeDisabled()
    arrival.resolve()
    await expect(arrived(page)).toBeVisible({ timeout: PATIENCE })
    expect(await storedBy(values.Company)).toHaveLength(1)
  })

  test('errors are announced, focused, tied to their fields, and go when they are corrected', async ({ page }) => {
    const values = visitor()
    await page.goto('/contact')
    await fill(page, { ...values, 'E-mail': 'ada@nowhere', Message: '   ' })
    await touch(page)
    await send(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('not sent yet')
    await expect(alert).toBeFocused()
    const email = page.getByRole('main').getByLabel('E-mail', { exact: true })
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription(/should look like name@example.com/)
    await expect(email).toHaveValue('ada@nowhere')
    await expect(page.getByRole('main').getByLabel('Company', { exact: true })).not.toHaveAttribute('aria-invalid')
    expect(await violationsOf(page, 'dark')).toEqual([])

    await alert.getByRole('link', { name: /should look like/ }).click()
    await expect(email).toBeFocused()
    await fill(page, values)
    await send(page).click()
    await expect(arrived(page)).toBeVisible({ timeout: PATIENCE })
    expect(await storedBy(values.Company)).toHaveLength(1)
  })

  test('the keyboard alone is enough, and never meets the field that is a trap', async ({ page }) => {
    const values = visitor()
    await page.goto('/contact')
    await touch(page)
    const order: string[] = []
    for (const text of [values['Your name'], values.Company, values['E-mail'], '', MESSAGE]) {
      order.push(await page.evaluate(() => document.activeElement?.id ?? ''))
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    expect(order).toEqual(['contact-name', 'contact-company', 'contact-email', 'contact-phone', 'contact-message'])
    await expect(send(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(arrived(page)).toBeVisible({ timeout: PATIENCE })
    expect(await storedBy(values.Company)).toHaveLength(1)
  })

  test('without an answer the words stay, and can be sent when there is one', async ({ page, context }) => {
    const values = visitor()
    await page.goto('/contact')
    await fill(page, values)
    await touch(page)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await send(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be sent')
    await expect(page.getByRole('main').getByLabel('Message', { exact: true })).toHaveValue(MESSAGE)
    await context.setOffline(false)
    await send(page).click()
    await expect(arrived(page)).toBeVisible({ timeout: PATIENCE })
    expect(await storedBy(values.Company)).toHaveLength(1)
  })

  test('when the message cannot be stored, it says so and whom to call or write to', async ({ page }) => {
    await page.route('**/api/contact', (route) => route.fulfill({ status: 503, json: { status: 'unavailable' } }))
    await page.goto('/contact')
    await fill(page, visitor())
    await touch(page)
    await page.waitForLoadState('networkidle')
    await send(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('could not be saved')
    await expect(alert.getByRole('link', { name: /^call / })).toHaveAttribute('href', /^tel:\+\d+$/)
    await expect(alert.getByRole('link', { name: /^write to / })).toHaveAttribute('href', /^mailto:/)
    await expect(page.getByRole('main').getByLabel('Message', { exact: true })).toHaveValue(MESSAGE)
  })

  test('a finger on a phone is enough', async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    const values = visitor()
    await page.goto('/contact')
    for (const [label, value] of Object.entries(values)) {
      const control = page.getByRole('main').getByLabel(label, { exact: true })
      await control.tap()
      await page.keyboard.insertText(value)
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await touch(page)
    await send(page).tap()
    await expect(arrived(page)).toBeVisible({ timeout: PATIENCE })
    expect(await storedBy(values.Company)).toHaveLength(1)
    await context.close()
  })
})

test.describe('without JavaScript', () => {
  let context: BrowserContext
  let page: Page

  test.beforeEach(async ({ browser }) => {
    context = await browser.newContext({ javaScriptEnabled: false })
    page = await context.newPage()
    await page.goto('/contact')
  })
  test.afterEach(() => context.close())

  test('errors come with the page, everything written still in it, and nothing of it in the address', async () => {
    const addresses = watchAddresses(page)
    const values = visitor()
    await fill(page, { ...values, 'E-mail': 'ada@nowhere' })
    const [response] = await Promise.all([page.waitForResponse('**/api/contact'), send(page).click()])
    expect(response.status()).toBe(422)
    expect(response.headers()['cache-control']).toContain('no-store')
    expect(response.headers()['content-security-policy']).toContain("default-src 'none'")
    await expect(page).toHaveTitle(/^Not sent yet: /)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('not sent yet')
    await expect(page.getByRole('main').getByLabel('E-mail', { exact: true })).toHaveAccessibleDescription(
      /should look like/,
    )
    for (const [label, value] of Object.entries({ ...values, 'E-mail': 'ada@nowhere' })) {
      await expect(page.getByRole('main').getByLabel(label, { exact: true })).toHaveValue(value)
    }
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(addresses.join('\n')).not.toMatch(/byron|ada@/i)
  })

  test('a message is read once more, sent, stored and mailed once', async () => {
    const values = visitor()
    await fill(page, values)
    await send(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Read your message once more')
    expect(await storedBy(values.Company)).toHaveLength(0)
    await expect(async () => {
      await send(page).click()
      await expect(arrived(page)).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: PATIENCE })
    expect(page.url()).toBe(`${origin}/contact#message-sent`)
    await expect(send(page)).toBeHidden()
    expect(await storedBy(values.Company)).toMatchObject([{ message: MESSAGE }])
    expect(await mailsOf(values.Company)).toHaveLength(1)
    await page.getByRole('link', { name: 'Write another message' }).click()
    await expect(send(page)).toBeVisible()
  })

  test('a filled trap is emptied and said, and the message can be sent again', async ({ browser }) => {
    // A program that fills in forms needs scripts to reach a field that nobody sees; the browser sends the form itself.
    const filler = await browser.newPage()
    await filler.goto('/contact')
    await fill(filler, visitor())
    await filler.evaluate(() => {
      const trap = document.querySelector<HTMLInputElement>('#contact-form [name="website"]')
      if (trap) trap.value = 'https://spam.example'
      document.querySelector<HTMLFormElement>('#contact-form')?.submit()
    })
    await expect(filler.getByRole('main').getByRole('alert')).toContainText('should stay empty')
    await expect(filler.locator('#contact-form [name="website"]')).toHaveValue('')
    await filler.close()
  })

  test('the answer is as accessible as the page', async ({ browser }) => {
    const scripting = await browser.newContext()
    const scripted = await scripting.newPage()
    const messages: string[] = []
    scripted.on('console', (message) => messages.push(message.text()))
    scripted.on('pageerror', (error) => messages.push(error.message))
    await scripted.goto('/contact')
    await scripted.evaluate(() => document.querySelector<HTMLFormElement>('#contact-form')?.submit())
    await expect(scripted.getByRole('main').getByRole('alert')).toBeFocused()
    expect(await violationsOf(scripted, 'dark')).toEqual([])
    expect(messages.filter((text) => !text.includes('422'))).toEqual([])
    await scripting.close()
  })
})

test.describe('keeping others out', () => {
  const fields = () => ({ name: 'Ada', email: 'ada@example.com', company: 'Burst Heating', message: 'Hello' })

  async function ripeTickets(request: APIRequestContext, count: number): Promise<string[]> {
    const tickets: string[] = []
    for (let index = 0; index < count; index++) {
      tickets.push(((await (await request.get('/api/contact/ticket')).json()) as { ticket: string }).ticket)
    }
    const ripe = Number(tickets.at(-1)?.split('.')[1]) + 3_000
    await expect.poll(() => Date.now(), { timeout: PATIENCE }).toBeGreaterThan(ripe)
    return tickets
  }

  test('a burst is limited, whatever address its headers claim', async ({ request }) => {
    const tickets = await ripeTickets(request, 8)
    const statuses: number[] = []
    for (const [index, ticket] of tickets.entries()) {
      const forged = `203.0.113.${index}`
      const response = await request.post('/api/contact', {
        headers: {
          origin,
          'x-forwarded-for': forged,
          'x-real-ip': forged,
          forwarded: `for=${forged}`,
          'x-client-ip': forged,
        },
        data: { ...fields(), ticket },
      })
      statuses.push(response.status())
      if (response.status() === 429) expect(Number(response.headers()['retry-after'])).toBeGreaterThan(60)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })

  test('a form on another site is refused, and so are requests that do not say where they come from', async ({
    page,
    request,
  }) => {
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
    const strangers: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: `${origin}.evil.example` },
      { origin, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of strangers) {
      expect((await request.post('/api/contact', { headers, data: fields() })).status()).toBe(403)
    }
  })

  test('what is too large, of another type or no object is refused', async ({ request }) => {
    const post = async (type: string, data: string) =>
      (await request.post('/api/contact', { headers: { origin, 'content-type': type }, data })).status()
    expect(await post('application/json', JSON.stringify({ message: 'x'.repeat(200_000) }))).toBe(413)
    expect(await post('text/plain', '{}')).toBe(415)
    expect(await post('multipart/form-data; boundary=x', '--x--')).toBe(415)
    expect(await post('application/json', '[1]')).toBe(422)
    expect(await post('application/json', '{')).toBe(422)
    expect(await post('application/json', '{"name":{"a":1},"email":[],"message":null}')).toBe(422)
  })

  test('an address of an answer, opened again, leads to the form', async ({ page }) => {
    await page.goto('/api/contact')
    expect(new URL(page.url()).pathname).toBe('/contact')
  })

  test('the log of the site holds nothing that visitors wrote', () => {
    const log = readFileSync(resolve(stack.dataDir, 'logs/site.log'), 'utf8')
    expect(log).not.toMatch(/byron|ada@|burst heating/i)
  })
})
