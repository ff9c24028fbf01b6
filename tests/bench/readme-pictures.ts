import { type Browser, type BrowserContext, type Page, expect } from '@playwright/test'
import sharp from 'sharp'
import { openBlockMenu, openDocument, openPresentation, signIn as signInToStudio } from '../e2e/content/studio-page.ts'
import { blocks } from '../../sanity/schema/blocks/index.ts'
import { stack } from '../support/stack/addresses.ts'
import { saveImage, saveScreenshotRows, withSite } from './pictures.ts'

const PUBLIC_PAGES = {
  home: '/',
  city: '/hvac-ai-sdr/chicago',
  pricing: '/pricing',
  post: '/blog/missed-call-arithmetic',
  contact: '/contact',
}
/**
 * Adds a speech synthesis voice. Headless browsers have none, and without one the player does not offer to read the
 * call aloud.
 */
const addVoice = (context: BrowserContext) =>
  context.addInitScript(() => {
    speechSynthesis.getVoices = () => [{ name: 'Voice', lang: 'en-US' } as SpeechSynthesisVoice]
  })

/** Waits for the Studio. It keeps connections open, so only the spinner shows that it is loading. */
const waitForStudio = (page: Page) => expect(page.locator('[data-ui="Spinner"]')).toHaveCount(0)

async function saveStudio(page: Page, name: string): Promise<void> {
  await waitForStudio(page)
  await saveImage(sharp(await page.screenshot()), name)
}

async function captureStudio(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, baseURL: stack.env.siteUrl })
  await signInToStudio(page, 'Local Editor')
  const preview = await openPresentation(page, PUBLIC_PAGES.pricing)
  const price = preview.getByRole('main').getByText('$299', { exact: true }).first()
  await expect(async () => {
    await price.click()
    await expect(page.getByTestId('field-yearly').locator('input')).toBeFocused({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await saveStudio(page, 'studio')

  await openDocument(page, 'page', 'page-about')
  await waitForStudio(page)
  const menu = await openBlockMenu(page)
  await expect
    .poll(() =>
      menu.locator('img').evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.naturalWidth > 0)),
    )
    .toEqual(blocks.map(() => true))
  await saveStudio(page, 'studio-blocks')
  await page.close()
}

await withSite(async (browser) => {
  await saveScreenshotRows(browser, PUBLIC_PAGES, async (context) => void (await addVoice(context)))
  await captureStudio(browser)
})
