import { expect, type Page } from '@playwright/test'
import { changeCall } from '../../../lib/dashboard/calls/repository.ts'
import { changeLead, createLead } from '../../../lib/dashboard/leads/repository.ts'
import type { NotificationKind } from '../../../lib/dashboard/model/notification.ts'
import { addNotifications } from '../../../lib/dashboard/notifications/add.ts'
import { notifications } from '../../../lib/dashboard/schema/notifications.ts'
import { AREAS } from '../../../lib/platform/auth/access-table.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { addCall, addLead } from '../../support/rows.ts'
import { waitForClerk } from './clerk-pages.ts'
import { createColleague, createOwner, type Owner, type Person, setPlan } from './people.ts'
import { within } from './rows.ts'
import { openAs, openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'
import { DESKTOP, PHONE } from './watch.ts'

const { path: PATH } = AREAS.notifications

const getBell = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const getPopup = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const getEntries = (page: Page) => getPopup(page).getByRole('listitem')

const toActor = ({ userId }: Person) => ({ kind: 'person', id: userId }) as const

const assignCall = (owner: Owner, to: Person, callerName: string) =>
  within(owner, async (tx) => {
    const id = await addCall(tx, { callerName })
    await changeCall(tx, toActor(owner), id, { handedToId: to.userId })
    return id
  })

const SAMPLES: { kind: NotificationKind; details: Record<string, unknown> }[] = [
  { kind: 'import', details: { kind: 'leads', state: 'done', counts: { created: 184, updated: 12, invalid: 4 } } },
  { kind: 'integration', details: { provider: 'slack', failure: 'invalid_grant' } },
  { kind: 'webhook', details: { reason: 'failures', host: 'hooks.example.com' } },
]

/** Adds one notification of each kind, on two days. */
async function addSamples(owner: Owner, colleague: Person): Promise<void> {
  await within(owner, async (tx) => {
    const callId = await addCall(tx, { callerName: 'Maya Reyes', outcome: 'emergency' })
    const leadId = await addLead(tx, { name: 'Ada Vance' })
    const byId = colleague.userId
    const entries = [
      { kind: 'alert' as const, subjectId: callId, details: { alert: 'urgent', channels: ['mail', 'push'] } },
      { kind: 'mention' as const, subjectId: leadId, details: { byId } },
      { kind: 'assigned' as const, subjectId: leadId, details: { subject: 'lead', byId } },
      { kind: 'assigned' as const, subjectId: crypto.randomUUID(), details: { subject: 'call', byId } },
      ...SAMPLES,
    ]
    await tx.db.insert(notifications).values(
      entries.map((entry, index) => ({
        ...entry,
        organizationId: tx.organizationId,
        userId: owner.userId,
        createdAt: new Date(Date.now() - index * 5 * 3_600_000),
        readAt: index > 3 ? new Date() : null,
      })),
    )
  })
}

test('an assigned call appears at the bell without a reload, and opening it marks it as read @smoke', async ({
  page,
}) => {
  const owner = await createOwner('bell')
  const colleague = await createColleague(owner, 'org:member')
  await openSignedIn(page, colleague.email)
  await waitForClerk(page)
  await expect(getBell(page, 'Notifications')).toBeVisible()
  const first = await assignCall(owner, colleague, 'Ada Vance')
  await expect(getBell(page, 'Notifications, 1 unread')).toBeVisible()
  await assignCall(owner, colleague, 'Maya Reyes')
  await getBell(page, 'Notifications, 2 unread').click()
  await expect(getEntries(page)).toHaveText([
    /assigned you a call from Maya Reyes/,
    /assigned you a call from Ada Vance/,
  ])

  await getEntries(page).nth(1).getByRole('link').click()
  await expect(page).toHaveURL(`/dashboard/calls/${first}`)
  await expect(getPopup(page)).toBeHidden()
  await expect(getBell(page, 'Notifications, 1 unread')).toBeVisible()
  await page.reload()
  await getBell(page, 'Notifications, 1 unread').click()
  await getPopup(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(getBell(page, 'Notifications')).toBeVisible()
  await expect(getPopup(page).getByRole('button', { name: /^Mark as read/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(getPopup(page)).toBeHidden()
  await expect(getBell(page, 'Notifications')).toBeFocused()
})

test('a teammate can be mentioned in a note with the keyboard', async ({ page, browser }) => {
  const owner = await createOwner('mention')
  const colleague = await createColleague(owner, 'org:member')
  const lead = await within(owner, (tx) => createLead(tx, toActor(owner), { name: 'Ada Vance', problem: 'No heat' }))
  await openSignedIn(page, owner.email, `/dashboard/leads/${lead.id}`)
  await waitForClerk(page)
  const note = page.getByLabel('Write a note')
  await note.pressSequentially('Please call her, @coll')
  await expect(page.getByRole('list', { name: 'Teammates' }).getByRole('button')).toHaveText([colleague.email])
  await note.press('Escape')
  await expect(page.getByRole('list', { name: 'Teammates' })).toBeHidden()
  await note.press('Backspace')
  await note.press('ArrowDown')
  await note.press('Enter')
  await expect(note).toHaveValue(`Please call her, @${colleague.email} `)
  await expect(note).toBeFocused()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText(`Please call her, @${colleague.email}`)
  await expect(getBell(page, 'Notifications')).toBeVisible()

  const colleaguePage = await openAs(browser, colleague)
  await getBell(colleaguePage, 'Notifications, 1 unread').click()
  await expect(getEntries(colleaguePage)).toHaveText([/mentioned you in a note about Ada Vance/])
  await getEntries(colleaguePage).getByRole('link').click()
  await expect(colleaguePage).toHaveURL(`/dashboard/leads/${lead.id}`)
  await expect(colleaguePage.getByRole('list', { name: 'History' })).toContainText(`@you`)
  await colleaguePage.context().close()
})

test('all notifications are listed by day, with links only to existing records', async ({ page }) => {
  const owner = await createOwner('list')
  await setPlan(owner.organizationId, 'front_desk')
  const colleague = await createColleague(owner, 'org:member')
  await addSamples(owner, colleague)
  await openSignedIn(page, owner.email)
  await getBell(page, 'Notifications, 4 unread').click()
  await expect(getEntries(page)).toHaveCount(7)
  await getPopup(page).getByRole('link', { name: 'All notifications' }).click()
  await expect(page).toHaveURL(PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveText([
    /Urgent call from Maya Reyes.*Sent by email and push/,
    /mentioned you in a note about Ada Vance/,
    /assigned you the lead Ada Vance/,
    /assigned you a call/,
    /The import of leads is done.*184 added, 12 updated, and 4 with errors/,
    /Slack stopped working.*Sign in again/,
    /The webhook to hooks.example.com was paused/,
  ])
  await expect(entries.nth(3).getByRole('link')).toHaveCount(0)
  await expect(entries.nth(5).getByRole('link')).toHaveAttribute('href', AREAS.integrations.path)
  await entries
    .nth(3)
    .getByRole('button', { name: /^Mark as read/ })
    .click()
  await expect(getBell(page, 'Notifications, 3 unread')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await expect(getBell(page, 'Notifications')).toBeVisible()
  await within(owner, (tx) => addNotifications(tx, [{ userId: owner.userId, ...SAMPLES[1], kind: 'integration' }]))
  await expect(entries).toHaveCount(8)
  await expect(getBell(page, 'Notifications, 1 unread')).toBeVisible()
})

test('a bulk assignment is one notification that links to the leads of the user', async ({ page }) => {
  const owner = await createOwner('bulk')
  const colleague = await createColleague(owner, 'org:dispatcher')
  await within(owner, async (tx) => {
    const id = await addLead(tx, { name: 'Ada Vance' })
    await changeLead(tx, toActor(owner), id, { assigneeId: colleague.userId })
    await addNotifications(tx, [
      { userId: colleague.userId, kind: 'assigned', details: { subject: 'lead', count: 2, byId: owner.userId } },
    ])
  })
  await openSignedIn(page, colleague.email)
  await getBell(page, 'Notifications, 2 unread').click()
  await getPopup(page)
    .getByRole('link', { name: /assigned you 2 leads/ })
    .click()
  await expect(page).toHaveURL('/dashboard/leads?assignee=me')
  await expect(page.getByRole('table', { name: 'Leads' }).locator('tbody tr')).toHaveCount(1)
})

test('the bell shows at most 99+, and the page loads earlier notifications', async ({ page }) => {
  const owner = await createOwner('many')
  const entries = Array.from({ length: 105 }, () => ({ userId: owner.userId, kind: 'import' as const }))
  await within(owner, (tx) => addNotifications(tx, entries))
  await openSignedIn(page, owner.email, PATH)
  await expect(getBell(page, 'Notifications, 99+ unread')).toBeVisible()
  const listItems = page.getByRole('main').getByRole('listitem')
  await expect(listItems).toHaveCount(30)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(listItems).toHaveCount(60)
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await expect(getBell(page, 'Notifications')).toBeVisible()
})

test('notifications are empty at first', async ({ page }) => {
  const owner = await createOwner('none')
  await openSignedIn(page, owner.email, PATH)
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await getBell(page, 'Notifications').click()
  await expect(getPopup(page)).toContainText('No notifications yet')
})

test('a list that fails to load can be loaded again', async ({ page }) => {
  const owner = await createOwner('fail')
  await openSignedIn(page, owner.email)
  await page.route('**/api/dashboard/notifications', (route) => route.fulfill({ json: {} }))
  await getBell(page, 'Notifications').click()
  await expect(getPopup(page).getByRole('alert')).toContainText('Your notifications could not be loaded')
  await page.unroute('**/api/dashboard/notifications')
  await getPopup(page).getByRole('button', { name: 'Try again' }).click()
  await expect(getPopup(page)).toContainText('No notifications yet')
})

/** Maximum bytes of a client-side navigation within the dashboard. */
const MAX_NAVIGATION_BYTES = 80 * 1024

test('the bell and the page of notifications load at most 80 KB when opened from Today', async ({ page }) => {
  const owner = await createOwner('size')
  await addSamples(owner, await createColleague(owner, 'org:member'))
  await openSignedIn(page, owner.email)
  await waitForClerk(page)
  await expect(getBell(page, 'Notifications, 4 unread')).toBeVisible()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    // Skips fonts: the first page with a rare letter loads another font subset.
    if (!request.url().includes('/__clerk/') && request.resourceType() !== 'font')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await getBell(page, 'Notifications, 4 unread').click()
  await getPopup(page).getByRole('link', { name: 'All notifications' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'bytes of a soft navigation', description: String(bytes) })
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(MAX_NAVIGATION_BYTES)
})

for (const viewport of [DESKTOP, PHONE]) {
  test(`notifications are accessible and fit at a width of ${viewport.width} px`, async ({ page }) => {
    const owner = await createOwner('wide')
    const colleague = await createColleague(owner, 'org:member')
    await addSamples(owner, colleague)
    await page.setViewportSize(viewport)
    await openSignedIn(page, owner.email, PATH)
    await waitForClerk(page)
    expect(await findViolationsInBothThemes(page)).toEqual([])
    expect(await findHorizontalScroll(page)).toEqual([])
    await getBell(page, 'Notifications, 4 unread').click()
    await expect(getEntries(page)).toHaveCount(7)
    expect(await findViolationsInBothThemes(page)).toEqual([])
    expect(await findHorizontalScroll(page)).toEqual([])
  })
}
