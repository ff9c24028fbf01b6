import { expect, type Locator } from '@playwright/test'
import { visit } from './visitor.ts'
import { test } from '../test.ts'

/** Whatever page somebody comes to first says on its first screen what is sold, what it costs, and what to press. */

const SCREEN = { width: 390, height: 844 }

/** Above the bar with the two buttons. */
const FOLD = SCREEN.height - 64

const ACTION = 'Request a Demo'

async function isAboveTheFold(part: Locator): Promise<void> {
  await expect(part).toBeVisible()
  const { y = 0, height = Infinity } = (await part.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(FOLD)
}

/** Pages with a hero, whose own button comes first, and pages that are read, compared or written to, with the button in the bar. */
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

for (const path of ['/about', ...OFFERING, ...READ]) {
  test(`${path} says what it is, the price and what to press on the first screen of a phone`, async ({ browser }) => {
    const page = await visit(browser, { path, viewport: SCREEN })
    const main = page.getByRole('main')
    await isAboveTheFold(main.getByText(/\bAI phone assistant for (heating and cooling companies|HVAC)/).first())
    await isAboveTheFold(main.getByText(/\$129 a month/).first())
    const bar = page.getByRole('navigation', { name: 'Call or book' })
    // The page with the form asks for a message alone.
    if (path === '/contact') await expect(bar).toHaveCount(0)
    else await expect(bar.getByRole('link', { name: path === '/about' ? 'Write to us' : ACTION })).toBeVisible()
    if (OFFERING.includes(path)) {
      await isAboveTheFold(main.getByRole('link', { name: ACTION }).first())
      await isAboveTheFold(main.getByText('In a 30-minute demo, you play the caller.').first())
    }
    await page.context().close()
  })
}

test('/hvac-seo-services says how it is priced, and asks for a town', async ({ browser }) => {
  const page = await visit(browser, { path: '/hvac-seo-services', viewport: SCREEN })
  const main = page.getByRole('main')
  await isAboveTheFold(main.getByText('SEO services by Ductwise, the AI phone assistant for HVAC'))
  await isAboveTheFold(main.getByText('Price by quote, in writing, before any work.'))
  await isAboveTheFold(main.getByRole('link', { name: 'Send us one town' }).first())
  await expect(page.getByRole('navigation', { name: 'Call or book' }).getByRole('link').last()).toHaveText(
    'Send us one town',
  )
  // The price of the phone assistant is none of this service.
  await expect(main.getByText('$129')).toHaveCount(0)
  await page.context().close()
})
