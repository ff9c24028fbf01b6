import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { AREAS } from '../../../lib/platform/auth/access-table.ts'
import { alerts } from '../../../lib/dashboard/schema/alerts.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { SIGNATURE_HEADER, buildSignature } from '../../../lib/dashboard/voice/signature.ts'
import { createSimulatedEvent } from '../../../scripts/support/sample-data/events.ts'
import { stack } from '../../support/stack/addresses.ts'
import { listMails, waitForMail } from '../../support/inbox.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { createOwnerWithAssistant, TIME_ZONE } from './assistant.ts'
import { createOwner } from './people.ts'
import { within } from './rows.ts'
import { fillSignIn, openSignedIn } from './sign-in.ts'
import { expectProblems } from '../test.ts'
import { test } from './streaming-test.ts'

type Owner = Awaited<ReturnType<typeof createOwnerWithAssistant>>

async function simulateEmergency({ agentId }: Owner): Promise<void> {
  const event = createSimulatedEvent(agentId, TIME_ZONE)
  const results = { ...event.data.analysis?.data_collection_results }
  for (const [name, value] of Object.entries({ outcome: 'emergency', urgency: 'now' })) {
    results[name] = { data_collection_id: name, value } as never
  }
  const body = JSON.stringify({
    ...event,
    data: { ...event.data, analysis: { ...event.data.analysis, data_collection_results: results } },
  })
  const response = await fetch(`${stack.env.siteUrl}/api/webhooks/voice`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: buildSignature(body, stack.env.voice.webhookSecret ?? '', new Date()),
    },
    body,
  })
  expect(response.status).toBe(200)
}

test('an urgent call sends an email that links to the call after sign-in @smoke', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Woken')
  await within(owner, ({ db, organizationId }) =>
    db
      .update(organizationSettings)
      .set({ onCall: [{ name: 'Sam', phone: '+13125550100', hours: null, memberId: owner.userId }] })
      .where(eq(organizationSettings.organizationId, organizationId)),
  )
  await simulateEmergency(owner)
  const mail = await waitForMail({ to: owner.email })
  const link = /(http\S+\/dashboard\/calls\/[0-9a-f-]{36})/.exec(mail.text)?.[1] ?? ''
  expect(mail.text).toContain('Urgency: Emergency')

  await page.goto(link)
  await expect(page).toHaveURL(/\/login\?/)
  await fillSignIn(page, owner.email)
  await expect(page).toHaveURL(link)
  const section = page.getByRole('region', { name: 'Call status' })
  await expect(section).toContainText(/You were notified at \d+:\d\d [AP]M. No one has taken it yet./)
  expect(await findViolations(page)).toEqual([])
  await section.getByRole('button', { name: 'Take this call' }).click()
  await expect(section).toContainText(/You were notified at \d+:\d\d [AP]M and took it at \d+:\d\d [AP]M/)
  await expect(section.getByRole('button', { name: 'Take this call' })).toBeHidden()

  await page.goto('/dashboard')
  const callItems = page.getByRole('list', { name: /^Calls/ }).getByRole('listitem')
  await expect(callItems.filter({ hasText: 'You were notified at' }).first()).toContainText('took it at')
  const rows = await within(owner, ({ db }) => db.select().from(alerts))
  expect(rows).toEqual([expect.objectContaining({ takenById: owner.userId, rounds: 1 })])
  expect(await listMails({ to: owner.email })).toHaveLength(1)
})

test('an urgent call can be accepted from Today', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Today')
  await openSignedIn(page, owner.email)
  await simulateEmergency(owner)
  await page
    .getByRole('list', { name: 'Calls that need attention' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .first()
    .click()
  const card = page.getByRole('dialog').filter({ hasText: 'View call' })
  await card.getByRole('button', { name: 'Take this call' }).click()
  await expect(card).toContainText('took it at')
})

test('notification settings and quiet hours are saved', async ({ page }) => {
  const owner = await createOwner('Quiet')
  await openSignedIn(page, owner.email, AREAS.alerts.path)
  await expect(page.getByText('No one is on call yet, so alerts go to your admins.')).toBeVisible()
  await page.getByLabel('Calls assigned to you').uncheck()
  await page.getByLabel('Turn on quiet hours').check()
  await page.getByLabel('Quiet hours from').fill('21:00')
  await page.getByLabel('Quiet hours until').fill('21:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Choose two different times')).toBeVisible()
  await page.getByLabel('Quiet hours until').fill('06:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Calls assigned to you')).not.toBeChecked()
  await expect(page.getByLabel('Urgent calls')).toBeChecked()
  await expect(page.getByLabel('Quiet hours until')).toHaveValue('06:30')
  expect(await findViolations(page)).toEqual([])
})

test('the dashboard is installable and shows a notice when offline', async ({ browser }) => {
  expectProblems(/ERR_INTERNET_DISCONNECTED/)
  const owner = await createOwner('Away')
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await openSignedIn(page, owner.email)
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/dashboard.webmanifest')
  const manifest = (await (await page.request.get('/dashboard.webmanifest')).json()) as Record<string, unknown>
  expect(manifest).toMatchObject({ start_url: '/dashboard', scope: '/dashboard', display: 'standalone' })
  for (const { src } of manifest.icons as { src: string }[]) expect((await page.request.get(src)).status()).toBe(200)

  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await context.setOffline(true)
  await page.goto(AREAS.leads.path)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
})
