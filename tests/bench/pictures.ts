import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { DASHBOARD_PATH } from '../../lib/routes.ts'
import { findChromium } from '../../scripts/support/chromium.ts'
import { root } from '../../scripts/support/settings.ts'
import { userButton } from '../e2e/account/watch.ts'
import { stack } from '../support/stack/addresses.ts'
import { startStack } from '../support/stack/stack.ts'

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const THEMES = ['dark', 'light'] as const

/** Height of a row in px, and below the gap between rows. */
const ROW = 480
const GAP = 16

const QUALITY = 82

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

export async function savePicture(picture: Sharp, name: string): Promise<void> {
  const file = resolve(root, 'docs', `${name}.webp`)
  mkdirSync(dirname(file), { recursive: true })
  await picture.webp({ quality: QUALITY }).toFile(file)
  console.log(`docs/${name}.webp`)
}

/** Waits for the end of loading. `networkidle` never occurs, because dashboards keep connections open. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await expect(page.locator('[data-slot=skeleton]')).toHaveCount(0)
  if (new URL(page.url()).pathname.startsWith(DASHBOARD_PATH)) {
    await expect(userButton(page)).toBeVisible()
  }
  await page.evaluate(async () => {
    await document.fonts.ready
    const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.allSettled(shown.map((image) => image.decode()))
  })
}

async function row(pictures: Buffer[]): Promise<Sharp> {
  let left = 0
  const tiles: OverlayOptions[] = []
  for (const picture of pictures) {
    const { data, info } = await sharp(picture).resize({ height: ROW }).png().toBuffer({ resolveWithObject: true })
    tiles.push({ input: data, left, top: 0 })
    left += info.width + GAP
  }
  const background = { width: left - GAP, height: ROW, channels: 4, background: 'transparent' } as const
  return sharp({ create: background }).composite(tiles)
}

/**
 * Saves screenshots of each page on desktop and phone in both themes, with animations finished. `begin` runs first, for
 * example to sign in.
 */
export async function saveRows(
  browser: Browser,
  paths: Record<string, string>,
  begin: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<void> {
  const pictures = new Map<string, Buffer[]>(Object.keys(paths).map((name) => [name, []]))
  for (const viewport of WINDOWS) {
    for (const theme of THEMES) {
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', baseURL: stack.env.siteUrl })
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      await begin(context)
      const page = await context.newPage()
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(path)
        await settled(page)
        pictures.get(name)?.push(await page.screenshot())
      }
      await context.close()
    }
  }
  for (const [name, ofPage] of pictures) await savePicture(await row(ofPage), name)
}
