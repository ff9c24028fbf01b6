import { type Page, expect } from '@playwright/test'
import { copyRelease } from '../../support/stack/own-release.ts'
import { secondSiteUrl, startSecondSite } from '../../support/stack/second-site.ts'
import { waitForPageScript } from '../site/visitor.ts'
import { expectProblems, test } from '../test.ts'

const SCRIPT_URL = `${secondSiteUrl}/fake-voice-agent.js`

const FAKE_AGENT_SCRIPT = `customElements.define('elevenlabs-convai', class extends HTMLElement {
  connectedCallback() { this.textContent = 'Agent ' + this.getAttribute('agent-id') }
})`

test.use({ baseURL: secondSiteUrl })

let site: Awaited<ReturnType<typeof startSecondSite>>

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const agentVariables = { VOICE_AGENT_ID: 'agent_under_test', VOICE_AGENT_SCRIPT_URL: SCRIPT_URL }
  // Starts from an empty cache, because cached pages contain the agent's settings.
  site = await startSecondSite(agentVariables, copyRelease('release-with-voice-agent'))
})
test.afterAll(() => site.end())

const getLauncher = (page: Page) => page.locator('details[data-voice]')
const recordRequestUrls = (page: Page) => {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('fake-voice-agent')) urls.push(request.url())
  })
  return urls
}
const serveAgent = (page: Page) =>
  page.route(SCRIPT_URL, (route) => route.fulfill({ contentType: 'text/javascript', body: FAKE_AGENT_SCRIPT }))

test('the launcher stays in its corner and loads nothing before a click', async ({ page }) => {
  const urls = recordRequestUrls(page)
  await page.goto('/')
  await page.mouse.move(300, 300)
  await page.waitForLoadState('networkidle')
  await expect(getLauncher(page)).toBeVisible()
  const corner = await getLauncher(page).evaluate((element) => {
    const { bottom, right } = getComputedStyle(element)
    return { bottom, right }
  })
  expect(corner).toEqual({ bottom: '80px', right: '32px' })
  expect(urls).toEqual([])
})

test('hover, focus and touch load no vendor script, and a click loads it once', async ({ page }) => {
  await serveAgent(page)
  const urls = recordRequestUrls(page)
  await page.goto('/')
  // Waits for the page script: an earlier click only opens the launcher.
  await waitForPageScript(page)
  const summary = getLauncher(page).locator('summary')
  await summary.hover()
  await summary.focus()
  await summary.dispatchEvent('touchstart')
  await page.waitForLoadState('networkidle')
  await expect(getLauncher(page)).toHaveAttribute('data-voice', 'idle')
  expect(urls).toEqual([])
  await summary.click()
  await expect(getLauncher(page)).toHaveAttribute('data-voice', 'ready')
  await expect(getLauncher(page).locator('elevenlabs-convai')).toHaveText('Agent agent_under_test')
  await expect(getLauncher(page).getByRole('link', { name: 'Hear a sample call' })).toBeVisible()
  expect(urls).toHaveLength(1)
})

test('a blocked vendor script leaves call and booking links, and can be retried', async ({ page }) => {
  expectProblems(/ERR_BLOCKED_BY_CLIENT.*fake-voice-agent/)
  await page.route(SCRIPT_URL, (route) => route.abort('blockedbyclient'))
  await page.goto('/')
  await getLauncher(page).locator('summary').click()
  await expect(getLauncher(page).getByText('We can’t reach the assistant')).toBeVisible()
  await expect(getLauncher(page).getByRole('link', { name: 'Hear a sample call' })).toHaveAttribute(
    'href',
    '/#hear-the-call',
  )
  await expect(getLauncher(page).getByRole('link')).toHaveCount(2)
  await page.unroute(SCRIPT_URL)
  await serveAgent(page)
  await getLauncher(page).getByRole('button', { name: 'Try again' }).click()
  await expect(getLauncher(page).locator('elevenlabs-convai')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getLauncher(page).getByRole('link', { name: 'Hear a sample call' })).toBeHidden()
  await expect(getLauncher(page).locator('summary')).toBeFocused()
})

test('a vendor script that does not respond fails after eight seconds', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.route(SCRIPT_URL, () => undefined)
  await page.goto('/')
  await page.clock.pauseAt(60_000)
  await getLauncher(page).locator('summary').click()
  await expect(getLauncher(page).getByText('Connecting')).toBeVisible()
  await page.clock.fastForward(7_900)
  await expect(getLauncher(page).getByText('Connecting')).toBeVisible()
  await page.clock.fastForward(200)
  await expect(getLauncher(page).getByText('We can’t reach the assistant')).toBeVisible()
})
