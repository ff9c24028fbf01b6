import { expect, type Page, type Request } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { createLead } from '../../../lib/dashboard/leads/repository.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { stack } from '../../support/stack/addresses.ts'
import { type Received, type Receiver, startReceiver } from '../../support/webhook-receiver.ts'
import { waitForClerk } from './clerk-pages.ts'
import { createColleague, createOwner, setPlan } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { expectProblems } from '../test.ts'
import { test } from './streaming-test.ts'

const WEBHOOKS_PATH = '/dashboard/settings/webhooks'

let receiver: Receiver
test.beforeEach(async () => void (receiver = await startReceiver()))
test.afterEach(() => receiver.close())

async function openAsOwner(page: Page, name: string) {
  const owner = await createOwner(name)
  await setPlan(owner.organizationId, 'front_desk')
  await openSignedIn(page, owner.email, WEBHOOKS_PATH)
  await waitForClerk(page)
  return owner
}

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function readSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  await expect(dialog.getByLabel('Signing secret')).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const secret = await dialog.getByLabel('Signing secret').inputValue()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy secret' }).click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return secret
}

async function addWebhook(page: Page, name = 'Dispatch board'): Promise<string> {
  await getButton(page, 'Add webhook').first().click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('URL').fill(receiver.url)
  await form.getByLabel('Name (optional)').fill(name)
  await form.getByRole('button', { name: 'Add webhook' }).click()
  return readSecret(page)
}

const verify = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers)

const addLead = (owner: { organizationId: string; userId: string }, name = 'Ada Byron') =>
  within(owner, (tx) => createLead(tx, { kind: 'person', id: owner.userId }, { name, problem: 'No heat' }))

test('a webhook receives a test event and real events, and shows each delivery @smoke', async ({ page }) => {
  const owner = await openAsOwner(page, 'Hooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()

  await getButton(page, 'Add webhook').first().click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('URL').fill('http://example.com')
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByText('Use a URL that starts with https://')).toBeVisible()
  await page.keyboard.press('Escape')

  const secret = await addWebhook(page)
  expect(await page.content()).not.toContain(secret)
  await getButton(page, 'Send test event to Dispatch board').click()
  await expect(page.getByText('Test event delivered')).toBeVisible()
  expect(verify(secret, receiver.received[0]!)).toMatchObject({ type: 'test' })

  await page.getByRole('link', { name: 'Dispatch board' }).click()
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await expect(deliveries).toContainText(['Delivered'])
  receiver.respond(500)
  await addLead(owner)
  await expect(deliveries.filter({ hasText: 'A lead was added' })).toContainText('Retrying')
  receiver.respond(200)
  await deliveries.filter({ hasText: 'A lead was added' }).locator('summary').click()
  await expect(page.getByText('answer 500')).toBeVisible()
  await page.getByRole('button', { name: /^Resend A lead was added/ }).click()
  await expect(deliveries.filter({ hasText: 'A lead was added' })).toContainText('Delivered')
  const leadRequests = receiver.received.filter(({ body }) => body.includes('lead.created'))
  expect(new Set(leadRequests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(verify(secret, leadRequests.at(-1)!)).toMatchObject({ type: 'lead.created', data: { name: 'Ada Byron' } })
  const rows = await within(owner, ({ db }) => db.select().from(events))
  const actions = rows.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['webhook.created', 'webhook.tested', 'webhook.resent']))
})

test('a webhook can be edited, rotated, paused, resumed and deleted', async ({ page }) => {
  const owner = await openAsOwner(page, 'Hooked')
  const secret = await addWebhook(page)
  await page.getByRole('link', { name: 'Dispatch board' }).click()

  await getButton(page, 'Manage').click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await getButton(page, 'Rotate secret').click()
  const newSecret = await readSecret(page)
  expect(newSecret).not.toBe(secret)
  await expect(page.getByText('Also used until')).toBeVisible()
  await getButton(page, 'Send test event').click()
  await expect(page.getByText('Test event delivered')).toBeVisible()
  for (const current of [secret, newSecret]) expect(verify(current, receiver.received[0]!)).toBeDefined()

  await getButton(page, 'Manage').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit webhook' })
  await form.getByLabel('Name (optional)').fill('Billing')
  await form.getByLabel('A call was answered').uncheck()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  await expect(page.getByText('call.needs_attention, call.resolved')).toBeVisible()

  await getButton(page, 'Manage').click()
  const waitForState = () => page.waitForResponse((response) => response.url().endsWith('/state') && response.ok())
  const paused = waitForState()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await paused
  await expect(page.getByText('New events are not sent.')).toBeVisible()
  await addLead(owner, 'Lost')
  const resumed = waitForState()
  await getButton(page, 'Resume').click()
  await resumed
  await expect(getButton(page, 'Resume')).toBeHidden()
  await addLead(owner, 'Sent')
  await expect(page.getByRole('list', { name: 'Deliveries' })).toContainText('A lead was added')
  await expect.poll(() => receiver.received.filter(({ body }) => body.includes('"Sent"')).length).toBe(1)
  expect(receiver.received.some(({ body }) => body.includes('"Lost"'))).toBe(false)

  await getButton(page, 'Manage').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await getButton(page, 'Delete webhook').click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})

test('members without the permission cannot open or change webhooks', async ({ page }) => {
  expectProblems(/^status 403: .*\/webhooks/)
  const owner = await createOwner('Closed')
  await setPlan(owner.organizationId, 'front_desk')
  const member = await createColleague(owner, 'org:member')
  await openSignedIn(page, member.email, '/dashboard')
  await waitForClerk(page)
  const send = (method: string, path: string) =>
    page.evaluate(
      async ([requestMethod, requestPath]) => {
        const response = await fetch(`/api/dashboard/${requestPath}`, {
          method: requestMethod,
          ...(requestMethod !== 'GET' && { body: '{}', headers: { 'content-type': 'application/json' } }),
        })
        return response.status
      },
      [method, path] as const,
    )
  const id = '00000000-0000-4000-8000-000000000000'
  for (const [method, path] of [
    ['GET', 'webhooks'],
    ['POST', 'webhooks'],
    ['GET', `webhooks/${id}`],
    ['PATCH', `webhooks/${id}`],
    ['PATCH', `webhooks/${id}/state`],
    ['POST', `webhooks/${id}/secret`],
    ['POST', `webhooks/${id}/test`],
    ['POST', `webhooks/${id}/resend`],
    ['DELETE', `webhooks/${id}`],
  ] as const)
    expect(await send(method, path), `${method} ${path}`).toBe(403)
  const response = await page.goto(stack.env.siteUrl + WEBHOOKS_PATH)
  expect(response?.status()).toBe(403)
})

test('the webhook pages load at most 80 KB each when opened from the settings', async ({ page }) => {
  await openAsOwner(page, 'Sized')
  await addWebhook(page)
  await page.goto('/dashboard/settings')
  await waitForClerk(page)
  for (const link of ['Webhooks', 'Dispatch board']) {
    const sizes: Promise<number>[] = []
    const record = (request: Request) => {
      if (!request.url().includes('/__clerk/') && request.resourceType() !== 'font')
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    }
    page.on('requestfinished', record)
    await page.getByRole('main').getByRole('link', { name: link }).first().click()
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible()
    page.off('requestfinished', record)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    test.info().annotations.push({ type: 'bytes of a soft navigation', description: `${link}: ${bytes}` })
    expect(bytes).toBeLessThanOrEqual(80 * 1024)
  }
})

test('the webhook pages are accessible and fit on phone and desktop', async ({ page }) => {
  const owner = await openAsOwner(page, 'wide')
  const checkPage = async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findViolations(page)).toEqual([])
      expect(await findHorizontalScroll(page)).toEqual([])
    }
  }
  await checkPage()
  await getButton(page, 'Add webhook').first().click()
  await expect(page.getByRole('dialog', { name: 'New webhook' })).toBeVisible()
  await checkPage()
  await page.keyboard.press('Escape')
  await addWebhook(page)
  await checkPage()
  await page.getByRole('link', { name: 'Dispatch board' }).click()
  receiver.respond(500)
  await addLead(owner)
  const deliveries = page.getByRole('list', { name: 'Deliveries' })
  await expect(deliveries).toContainText('Retrying')
  await deliveries.locator('summary').first().click()
  await checkPage()
})
