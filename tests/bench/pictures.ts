import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { DASHBOARD_PATH } from '../../lib/routes.ts'
import { findChromium } from '../../scripts/support/chromium.ts'
import { root } from '../../scripts/support/settings.ts'
import { getUserButton } from '../e2e/account/watch.ts'
import { stack } from '../support/stack/addresses.ts'
import { startStack } from '../support/stack/stack.ts'

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const THEMES = ['dark', 'light'] as const

/** Height of a row and gap between rows, in px. */
const ROW_HEIGHT_PX = 480
const GAP_PX = 16

const WEBP_QUALITY = 82

export async function withSite(work: (browser: Browser) => Promise<void>): Promise<void> {
  const { stop } = await startStack()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await findChromium(stack)),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
    await stop()
  }
}

export async function saveImage(image: Sharp, name: string): Promise<void> {
  const file = resolve(root, 'docs', `${name}.webp`)
  mkdirSync(dirname(file), { recursive: true })
  await image.webp({ quality: WEBP_QUALITY }).toFile(file)
  console.log(`docs/${name}.webp`)
}

/** Waits for the end of loading. `networkidle` never occurs, because dashboards keep connections open. */
async function waitForContent(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('[data-slot=skeleton]')).toHaveCount(0)
  if (new URL(page.url()).pathname.startsWith(DASHBOARD_PATH)) {
    await expect(getUserButton(page)).toBeVisible()
  }
  await page.evaluate(async () => {
    await document.fonts.ready
    const visibleImages = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.allSettled(visibleImages.map((image) => image.decode()))
  })
}

async function buildRow(screenshots: Buffer[]): Promise<Sharp> {
  let left = 0
  const tiles: OverlayOptions[] = []
  for (const screenshot of screenshots) {
    const { data, info } = await sharp(screenshot)
      .resize({ height: ROW_HEIGHT_PX })
      .png()
      .toBuffer({ resolveWithObject: true })
    tiles.push({ input: data, left, top: 0 })
    left += info.width + GAP_PX
  }
  const background = { width: left - GAP_PX, height: ROW_HEIGHT_PX, channels: 4, background: 'transparent' } as const
  return sharp({ create: background }).composite(tiles)
}

/**
 * Saves screenshots of each page on desktop and phone in both themes, with animations finished. `prepare` runs first, for
 * example to sign in.
 */
export async function saveScreenshotRows(
  browser: Browser,
  paths: Record<string, string>,
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<void> {
  const screenshotsByName = new Map<string, Buffer[]>(Object.keys(paths).map((name) => [name, []]))
  for (const viewport of VIEWPORTS) {
    for (const theme of THEMES) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', baseURL: stack.env.siteUrl })
      await context.addInitScript((storedTheme) => localStorage.setItem('theme', storedTheme), theme)
      await prepare(context)
      const page = await context.newPage()
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(path)
        await waitForContent(page)
        screenshotsByName.get(name)?.push(await page.screenshot())
      }
      await context.close()
    }
  }
  for (const [name, screenshots] of screenshotsByName) await saveImage(await buildRow(screenshots), name)
}
