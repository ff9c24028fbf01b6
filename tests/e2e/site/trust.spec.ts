import { expect, type Page } from '@playwright/test'
import { lake } from '../../support/stack/lake.ts'
import { sendMutations, PHONE_VIEWPORT, getTrustSection, visit } from './visitor.ts'
import { test } from '../test.ts'

const getSection = (page: Page) => page.locator('details', { has: getTrustSection(page) })

const SAMPLE_NOTICE = 'Ductwise is a sample brand'

test('a trust badge shows its report date, and is hidden if it has no text', async ({ browser }) => {
  const buildBadge = (state: object) => ({
    createOrReplace: {
      _id: 'e2e-badge',
      _type: 'trustBadge',
      name: 'A badge of a test',
      description: 'What a test says of it.',
      orderRank: 'zz',
      ...state,
    },
  })
  const page = await visit(browser)
  const badgeRow = getSection(page).locator('dl > div', { hasText: 'A badge of a test' })
  const expectBadgeText = async (text: string | undefined) => {
    await expect(async () => {
      await page.reload()
      await (text === undefined
        ? expect(badgeRow).toHaveCount(0, { timeout: 100 })
        : expect(badgeRow).toContainText(text, { timeout: 100 }))
    }).toPass()
  }
  try {
    await sendMutations(buildBadge({ state: 'report', reportDate: '2026-03-01' }))
    await expectBadgeText('Report dated March 1, 2026, on request')
    await sendMutations(buildBadge({ state: 'report' }))
    await expectBadgeText(undefined)
    await sendMutations(buildBadge({ state: 'preparation' }))
    await expectBadgeText('In progress')
    await sendMutations(buildBadge({}))
    await expectBadgeText(undefined)
  } finally {
    await sendMutations({ delete: { id: 'e2e-badge' } })
  }
})

test('trust reasons precede the last call to action on the pricing page', async ({ browser }) => {
  const page = await visit(browser, { path: '/pricing' })
  const band = page.locator('main > section', { hasText: 'It says it is automated' })
  const sections = page.locator('main > section')
  await expect(sections.nth(-2)).toContainText('You can turn it off')
  const reasons = band.getByRole('listitem')
  await expect(reasons).toHaveCount(4)
  const tops = await reasons.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await band.boundingBox())?.height).toBeLessThanOrEqual(360)
})

test('each page has one sample notice, in the footer', async ({ browser }) => {
  const page = await visit(browser, { viewport: PHONE_VIEWPORT })
  // Excludes the about page. Its main content states who runs the company.
  for (const path of ['/', '/pricing', '/press', '/documentation']) {
    await page.goto(path)
    await expect(page.getByText(SAMPLE_NOTICE)).toHaveCount(1)
    await expect(page.locator('footer').getByText(SAMPLE_NOTICE)).toBeVisible()
    await expect(page.locator('main')).not.toContainText(/sample(?! (dashboard|call|company|shop))|written by us/i)
  }
})

test('S13 an SVG logo is shown, and its scripts do not run', async ({ browser }) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" onload="top.ran=1"><script>top.ran=1</script><rect width="120" height="40" fill="#124"/></svg>`
  const { _id: asset } = await lake.assets.upload('image', Buffer.from(svg), { filename: 'e2e-logo.svg' })
  const integration = {
    _id: 'e2e-integration',
    _type: 'integration',
    name: 'Drawn by a test',
    slug: { _type: 'slug', current: 'e2e-integration' },
    url: 'https://example.com/',
    orderRank: 'zz',
    logo: { _type: 'imageWithAlt', alt: 'Drawn', asset: { _type: 'reference', _ref: asset } },
  }
  await sendMutations({ createOrReplace: integration })
  const page = await visit(browser)
  try {
    const logo = getSection(page).locator('img[alt="Drawn by a test"]')
    await expect(async () => {
      await page.reload()
      await expect(logo).toHaveCount(1, { timeout: 100 })
    }).toPass()
    await getTrustSection(page).click()
    await logo.scrollIntoViewIfNeeded()
    const readWidth = () => logo.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0))
    await expect.poll(readWidth).toBeGreaterThan(0)
    await expect(logo).toBeVisible()
    const response = await page.request.get((await logo.getAttribute('src')) ?? '')
    expect(response.headers()).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox$/),
    })
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  } finally {
    await sendMutations({ delete: { id: integration._id } })
    await lake.delete(asset)
  }
})
