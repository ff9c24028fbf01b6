import { expect, type Page } from '@playwright/test'
import { createCallOnce } from '../../../lib/dashboard/calls/repository.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { waitForClerk } from './clerk-pages.ts'
import { createOwner, setPlan } from './people.ts'
import { allowAccess, getLocalSystemUrl, INTEGRATIONS_PATH } from './provider.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const SLACK_URL = getLocalSystemUrl('slack')

/** Each test posts to a separate channel, because all tests share the local workspace. */
const CHANNEL_IDS = { 'after-hours': 'C4', installs: 'C5' }

const archive = (channel: keyof typeof CHANNEL_IDS, isArchived: boolean) =>
  fetch(`${SLACK_URL}/channels`, {
    method: 'POST',
    body: new URLSearchParams({ channel: CHANNEL_IDS[channel], archived: isArchived ? '1' : '' }),
  })

const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function connectSlack(page: Page, name: string) {
  const owner = await createOwner(name)
  await setPlan(owner.organizationId, 'front_desk')
  await openSignedIn(page, owner.email, INTEGRATIONS_PATH)
  await waitForClerk(page)
  await getButton(page, 'Connect Slack').click()
  await getButton(page, 'Go to Slack').click()
  await allowAccess(page, { system: 'slack', name: `${name}-${Date.now()}` })
  await getSection(page, 'Slack')
    .getByRole('switch', { name: /Write access/ })
    .click()
  await getButton(page, 'Go to Slack').click()
  await allowAccess(page, { system: 'slack', signsIn: false })
  return owner
}

async function chooseChannel(page: Page, name: string) {
  await getSection(page, 'Slack')
    .getByRole('button', { name: /^(Choose a|Change) channel$/ })
    .click()
  await page.getByRole('combobox', { name: 'Channel' }).fill(name.slice(0, 4))
  await page.getByRole('option', { name: `#${name}` }).click()
  await getButton(page, 'Save channel').click()
  await expect(getSection(page, 'Slack')).toContainText(`Posts to #${name}`)
}

test('Slack shows the test message and a call that needs attention, whose link opens the call @smoke', async ({
  page,
}) => {
  const owner = await connectSlack(page, 'posting')
  const slack = getSection(page, 'Slack')
  await expect(slack).toContainText('No channel yet')
  await chooseChannel(page, 'after-hours')
  await getButton(page, 'Send test message').click()
  await expect(page.getByText('Test message sent to #after-hours')).toBeVisible()

  const { call } = await within(owner, (tx) =>
    createCallOnce(
      tx,
      { kind: 'assistant' },
      {
        startedAt: new Date().toISOString(),
        outcome: 'message',
        callerName: 'Ada Vance',
        callerPhone: '+12125550142',
        attention: 'Wants a call back',
      },
    ),
  )
  const readChannel = async () => {
    await page.goto(SLACK_URL)
    return page.getByRole('region', { name: '#after-hours' }).textContent()
  }
  await expect.poll(readChannel).toContain('A call needs attention')
  const channel = page.getByRole('region', { name: '#after-hours' })
  const messages = channel.getByRole('listitem')
  await expect(messages.first()).toContainText('Test message')
  await expect(messages.last()).toContainText('Message taken')
  await expect(channel).not.toContainText('Ada')
  await expect(channel).not.toContainText('0142')
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await messages.last().getByRole('link', { name: 'Open the call' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/calls/${call.id}$`))
  await expect(page.getByRole('main')).toContainText('Ada Vance')

  await page.goto(INTEGRATIONS_PATH)
  await slack.getByRole('button', { name: 'History' }).click()
  const log = page.getByRole('dialog', { name: 'Slack history' })
  await expect(log).toContainText('Ductwise posted a message for a call')
  await expect(log).toContainText('You posted a test message')
})

test('Slack settings are kept, and an archived channel is shown with its fix', async ({ page }) => {
  await connectSlack(page, 'choosing')
  await chooseChannel(page, 'installs')
  const slack = getSection(page, 'Slack')
  const whenSaved = () =>
    page.waitForResponse((response) => response.url().endsWith('/slack/messages') && response.ok())
  await Promise.all([whenSaved(), slack.getByRole('switch', { name: 'Booked visits' }).click()])
  await Promise.all([whenSaved(), slack.getByRole('switch', { name: 'Daily summary' }).click()])
  await page.getByRole('combobox', { name: 'Time of the summary' }).click()
  await Promise.all([whenSaved(), page.getByRole('option', { name: '11:00 PM' }).click()])
  await page.reload()
  await expect(slack.getByRole('switch', { name: 'Booked visits' })).not.toBeChecked()
  await expect(slack.getByRole('switch', { name: 'Calls that need attention' })).toBeChecked()
  await expect(slack.getByRole('switch', { name: /caller’s name/ })).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Time of the summary' })).toContainText('11:00 PM')

  await archive('installs', true)
  try {
    await getButton(page, 'Send test message').click()
    await expect(slack).toContainText('The Slack channel is archived. Choose another channel.')
    await expect(slack).toContainText('Needs attention')
  } finally {
    await archive('installs', false)
  }
  // The failure is stored. Without the toast, the page has only its own content.
  await page.reload()
  await expect(slack).toContainText('Needs attention')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findHorizontalScroll(page)).toEqual([])
  }
  expect(await findViolationsInBothThemes(page)).toEqual([])
})
