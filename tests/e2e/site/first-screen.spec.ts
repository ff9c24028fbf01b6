import { expect, type Locator } from '@playwright/test'
import { test } from '../test.ts'

const SCREEN = { width: 390, height: 844 }

/** Upper edge of the bottom bar with its two buttons. */
const FOLD_PX = SCREEN.height - 64

const ACTION_LABEL = 'Request a Demo'

async function expectAboveFold(part: Locator): Promise<void> {
  await expect(part).toBeVisible()
  const { y = 0, height = Infinity } = (await part.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(FOLD_PX)
}

const OFFER_PATHS = ['/', '/features', '/hvac-ai-sdr', '/hvac-ai-sdr/chicago']
const READING_PATHS = [
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

for (const path of ['/about', ...OFFER_PATHS, ...READING_PATHS]) {
  test(`${path} shows the product, price and call to action on the first screen of a phone`, async ({ page }) => {
    await page.goto(path)
    const main = page.getByRole('main')
    await expectAboveFold(main.getByText(/\bAI phone assistant for (heating and cooling companies|HVAC)/).first())
    await expectAboveFold(main.getByText(/\$129 a month/).first())
    const bar = page.getByRole('navigation', { name: 'Call or book' })
    if (path === '/contact') await expect(bar).toHaveCount(0)
    else await expect(bar.getByRole('link', { name: path === '/about' ? 'Contact us' : ACTION_LABEL })).toBeVisible()
    if (OFFER_PATHS.includes(path)) {
      await expectAboveFold(main.getByRole('link', { name: ACTION_LABEL }).first())
      await expectAboveFold(main.getByText('In a 30-minute demo, you play the caller.').first())
    }
  })
}

test('/hvac-seo-services shows how the service is priced and links to a town review', async ({ page }) => {
  await page.goto('/hvac-seo-services')
  const main = page.getByRole('main')
  await expectAboveFold(main.getByText('SEO services by Ductwise, the AI phone assistant for HVAC'))
  await expectAboveFold(main.getByText('Price by quote, in writing, before any work.'))
  await expectAboveFold(main.getByRole('link', { name: 'Get a town review' }).first())
  await expect(page.getByRole('navigation', { name: 'Call or book' }).getByRole('link')).toHaveText([
    'Get a town review',
  ])
  await expect(main.getByText('$129')).toHaveCount(0)
})
