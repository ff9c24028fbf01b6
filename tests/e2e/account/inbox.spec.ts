import { expect, type Page } from '@playwright/test'
import nodemailer from 'nodemailer'
import { getInboxUrl } from '../../../scripts/support/settings.ts'
import { waitForMail } from '../../support/inbox.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { stack } from '../../support/stack/addresses.ts'
import { expectProblems, test } from '../test.ts'
import { getCodeField } from './clerk-pages.ts'
import { clerk, createAddress, createOwner } from './people.ts'
import { getContinueButton, getEmailField, getPasswordField } from './sign-in.ts'
import { expectArrival, PHONE } from './watch.ts'

const inboxUrl = getInboxUrl(stack)

/** Opens the inbox in a second tab, filtered by recipient. */
async function openInbox(page: Page, email: string): Promise<Page> {
  const inbox = await page.context().newPage()
  await inbox.goto(`${inboxUrl}/?search=${encodeURIComponent(email)}`)
  await expect(inbox.getByText('No emails match.')).toBeVisible()
  return inbox
}

const getRow = (inbox: Page, email: string) =>
  inbox.getByRole('list', { name: 'Emails' }).getByRole('link', { name: email })

/** Opens the email once the open page shows it. Records the time since `sentAt` in the report. */
async function openMail(inbox: Page, email: string, sentAt: number): Promise<void> {
  await expect(getRow(inbox, email)).toBeVisible()
  test.info().annotations.push({ type: 'time to the inbox', description: `${Date.now() - sentAt} ms` })
  await getRow(inbox, email).click()
}

/** The frame of the HTML part blocks the scripts of Playwright's tracing, which runs without `CI`. */
const TRACING_PATTERN = /Blocked script execution in '[^']+\/html'/

test.beforeEach(() => expectProblems(TRACING_PATTERN))

const getHtmlPart = (inbox: Page) => inbox.frameLocator('iframe[title="HTML part"]')

test('a newsletter confirmation appears in the open inbox, and its link works @smoke', async ({ page }) => {
  const email = createAddress('reader')
  const inbox = await openInbox(page, email)
  await page.goto('/pricing')
  const form = page.getByRole('contentinfo')
  await Promise.all([page.waitForResponse('**/api/contact/ticket'), form.getByLabel('Email', { exact: true }).focus()])
  await form.getByLabel('Email', { exact: true }).fill(email)
  const submitted = page.waitForResponse((response) => response.url().endsWith('/api/newsletter') && response.ok())
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await submitted
  await openMail(inbox, email, Date.now())
  await inbox.getByRole('link', { name: 'Text', exact: true }).click()
  const [tab] = await Promise.all([
    inbox.waitForEvent('popup'),
    inbox.getByRole('link', { name: /\/newsletter\/confirm\?token=/ }).click(),
  ])
  await tab.getByRole('button', { name: 'Yes, subscribe me' }).click()
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/subscribed/)
})

test('a sign-in code appears in the open inbox and works @smoke', async ({ page }) => {
  const { email } = await createOwner('inbox')
  const inbox = await openInbox(page, email)
  await page.goto('/login')
  await getEmailField(page).fill(email)
  await getContinueButton(page).click()
  await page.getByRole('link', { name: 'Use another method' }).click()
  const prepared = page.waitForResponse(/prepare_first_factor/)
  await page.getByRole('button', { name: `Email code to ${email}` }).click()
  await prepared
  await openMail(inbox, email, Date.now())
  const { subject } = await waitForMail({ to: email })
  const [code = ''] = /^\d{6}/.exec(subject) ?? []
  await expect(getHtmlPart(inbox).getByText(code, { exact: true })).toBeVisible()
  await getCodeField(page).fill(code)
  await expectArrival(page, '/dashboard')
})

test('an invitation opens its link in a new tab from the HTML part', async ({ page }) => {
  const [{ organizationId }, email] = [await createOwner('inviting'), createAddress('guest')]
  const inbox = await openInbox(page, email)
  await clerk.organizations.createOrganizationInvitation({ organizationId, emailAddress: email, role: 'org:member' })
  await openMail(inbox, email, Date.now())
  const [tab] = await Promise.all([
    inbox.waitForEvent('popup'),
    getHtmlPart(inbox).getByRole('link', { name: 'Accept invitation' }).click(),
  ])
  await expect(tab).toHaveURL(/\/register/)
  await expect(getPasswordField(tab)).toBeVisible()
})

test('an HTML part runs no scripts and loads nothing from other hosts', async ({ page }) => {
  expectProblems(/Content Security Policy|sandboxed/)
  const email = createAddress('hostile')
  const requests: string[] = []
  page.on('requestfinished', (request) => requests.push(request.url()))
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'csp') requests.push(request.url())
  })
  await nodemailer.createTransport(`smtp://127.0.0.1:${stack.smtpPort}`).sendMail({
    from: 'attacker@example.com',
    to: email,
    subject: '<script>document.title = "subject"</script>',
    html: `<p>Hello</p><script>document.body.textContent = 'script'</script>
      <img src="https://tracker.example.com/pixel.gif" onerror="document.body.textContent = 'handler'">
      <form action="https://tracker.example.com/"><button>Send form</button></form>
      <meta http-equiv="refresh" content="0; url=https://tracker.example.com/refresh">`,
  })
  const { id } = await waitForMail({ to: email })
  await page.goto(`${inboxUrl}/messages/${id}`)
  const part = getHtmlPart(page)
  await part.getByRole('button', { name: 'Send form' }).click()
  await expect(part.getByText('Hello')).toBeVisible()
  await expect(page).toHaveTitle('<script>document.title = "subject"</script>')
  expect(requests.filter((url) => !url.startsWith(inboxUrl))).toEqual([])
})

test('the inbox is accessible in both themes and fits a phone', async ({ page }) => {
  const email = createAddress('viewer')
  await nodemailer.createTransport(`smtp://127.0.0.1:${stack.smtpPort}`).sendMail({
    from: 'Office <office@ductwise.test>',
    to: email,
    subject: 'A subject that is long enough to take more than one line on a phone',
    text: `Open https://example.com/${'long-path-'.repeat(20)}`,
  })
  const { id } = await waitForMail({ to: email })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of [`/?search=${email}`, `/messages/${id}?search=${email}`, `/messages/${id}?view=headers`]) {
      await page.goto(inboxUrl + path)
      expect(await findViolations(page)).toEqual([])
    }
  }
  await page.setViewportSize(PHONE)
  for (const path of [`/?search=${email}`, `/messages/${id}`, `/messages/${id}?view=source`]) {
    await page.goto(inboxUrl + path)
    expect(await findHorizontalScroll(page)).toEqual([])
  }
})
