import { expect, type Locator } from '@playwright/test'
import { test } from '../test.ts'

const SCREEN = { width: 390, height: 844 }

/** Upper edge of the bottom bar with its two buttons. */
const FOLD = SCREEN.height - 64

const ACTION = 'Request a Demo'

async function isAboveTheFold(part: Locator): Promise<void> {
  await expect(part).toBeVisible()
  const { y = 0, height = Infinity } = (await part.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(FOLD)
}

const OFFERING = ['/', '/features', '/hvac-ai-sdr', '/hvac-ai-sdr/chicago']
const READ = [
  '/pricing',
  '/contact',
  '/blog',
  '/blog/category/answering',
  '/blog/missed-call-arithmetic',
  '/documentation',
  '/documentation/connect-a-calendar',
  '/api',
  '/press',
  '/press/five-city-pages',
  '/search',
]

test.use({ viewport: SCREEN })

for (const path of ['/about', ...OFFERING, ...READ]) {
  test(`${path} shows the product, price and call to action on the first screen of a phone`, async ({ page }) => {
    await page.goto(path)
    const main = page.getByRole('main')
    await isAboveTheFold(main.getByText(/\bAI phone assistant for (heating and cooling companies|HVAC)/).first())
    await isAboveTheFold(main.getByText(/\$129 a month/).first())
    const bar = page.getByRole('navigation', { name: 'Call or book' })
    if (path === '/contact') await expect(bar).toHaveCount(0)
    else await expect(bar.getByRole('link', { name: path === '/about' ? 'Contact us' : ACTION })).toBeVisible()
    if (OFFERING.includes(path)) {
      await isAboveTheFold(main.getByRole('link', { name: ACTION }).first())
      await isAboveTheFold(main.getByText('In a 30-minute demo, you play the caller.').first())
    }
  })
}

test('/hvac-seo-services shows how it is priced and asks for a town', async ({ page }) => {
  await page.goto('/hvac-seo-services')
  const main = page.getByRole('main')
  await isAboveTheFold(main.getByText('SEO services by Ductwise, the AI phone assistant for HVAC'))
  await isAboveTheFold(main.getByText('Price by quote, in writing, before any work.'))
  await isAboveTheFold(main.getByRole('link', { name: 'Get a town review' }).first())
  await expect(page.getByRole('navigation', { name: 'Call or book' }).getByRole('link')).toHaveText([
    'Get a town review',
  ])
  await expect(main.getByText('$129')).toHaveCount(0)
})
