import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Browser, type Page, chromium, expect } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../scripts/support/chromium.ts'
import { sampleAccounts } from '../../scripts/support/sample-accounts.ts'
import { root } from '../../scripts/support/settings.ts'
import { signIn } from '../e2e/account/sign-in.ts'
import { watchPolicy } from '../e2e/account/watch.ts'
import { openBlockMenu, openDocument, openPresentation, signIn as signInToStudio } from '../e2e/content/studio-page.ts'
import { stack } from '../support/stack/addresses.ts'
import { startStack } from '../support/stack/stack.ts'

const PUBLIC_PAGES = {
  home: '/',
  city: '/hvac-ai-sdr/chicago',
  pricing: '/pricing',
  post: '/blog/missed-call-arithmetic',
  contact: '/contact',
}
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const THEMES = ['dark', 'light'] as const

/** Height of a row of pictures and the space between them, in pixels. */
const ROW = 480
const GAP = 16

const QUALITY = 82

const folder = resolve(root, 'docs')

type Visit = { path: string; before?: (page: Page) => Promise<void> }

async function signedIn(page: Page): Promise<void> {
  await watchPolicy(page.context())
  await signIn(page, sampleAccounts.owner)
}

/** One window on a page, with all that moves in its last place. */
async function shoot(
  browser: Browser,
  { path, before }: Visit,
  options: { viewport: { width: number; height: number }; theme: (typeof THEMES)[number] },
): Promise<Buffer> {
  const { viewport, theme } = options
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', baseURL: stack.env.siteUrl })
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
  const page = await context.newPage()
  await before?.(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot()
  await context.close()
  return picture
}

/** Desktop and phone, dark and light, in one row. */
async function row(browser: Browser, name: string, visit: Visit): Promise<void> {
  const tiles: { data: Buffer; width: number }[] = []
  for (const viewport of WINDOWS) {
    for (const theme of THEMES) {
      const picture = sharp(await shoot(browser, visit, { viewport, theme })).resize({ height: ROW })
      const { data, info } = await picture.png().toBuffer({ resolveWithObject: true })
      tiles.push({ data, width: info.width })
    }
  }
  let left = 0
  const placed = tiles.map(({ data, width }) => {
    const tile = { input: data, left, top: 0 }
    left += width + GAP
    return tile
  })
  await sharp({ create: { width: left - GAP, height: ROW, channels: 4, background: 'transparent' } })
    .composite(placed)
    .webp({ quality: QUALITY })
    .toFile(resolve(folder, `${name}.webp`))
  console.log(`docs/${name}.webp`)
}

/** Saves what a page of the Studio shows, once nothing is loading any more: it keeps connections open all the time. */
async function saveStudio(page: Page, name: string): Promise<void> {
  await expect(page.locator('[data-ui="Spinner"]')).toHaveCount(0)
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(resolve(folder, `${name}.webp`))
  console.log(`docs/${name}.webp`)
}

/** A price that was clicked in the preview, and the blocks that a page can get. */
async function studio(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 }, baseURL: stack.env.siteUrl })
  await signInToStudio(page, 'Local Editor')
  const preview = await openPresentation(page, PUBLIC_PAGES.pricing)
  const price = preview.getByRole('main').getByText('$349', { exact: true })
  await expect(async () => {
    await price.click()
    await expect(page.getByTestId('field-monthly').locator('input')).toBeFocused({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await saveStudio(page, 'studio')

  await openDocument(page, 'page', 'page-about')
  const pictures = (await openBlockMenu(page)).locator('img')
  await expect
    .poll(() => pictures.evaluateAll((all: HTMLImageElement[]) => all.every(({ naturalWidth }) => naturalWidth > 0)))
    .toBe(true)
  await saveStudio(page, 'studio-blocks')
  await page.close()
}

/** Makes the pictures of the README anew, from the production build with the sample content. */
const { stop } = await startStack()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await findChromium(stack)),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  mkdirSync(folder, { recursive: true })
  for (const [name, path] of Object.entries(PUBLIC_PAGES)) await row(browser, name, { path })
  await row(browser, 'dashboard', { path: '/dashboard', before: signedIn })
  await studio(browser)
} finally {
  await browser.close()
  await stop()
}
