import { type Browser, chromium } from '@playwright/test'
import sharp, { type OverlayOptions } from 'sharp'
import { renderHtml } from '../../lib/platform/mail/html.ts'
import { findChromium } from '../../scripts/support/chromium.ts'
import { stack } from '../support/stack/addresses.ts'
import { SAMPLE_MAILS, SAMPLE_SITE } from '../support/sample-mails.ts'
import { saveImage } from './pictures.ts'

/** Widths of a reading pane and of the smallest phone, in px. */
const VIEWS = [
  { width: 660, colorScheme: 'light' },
  { width: 660, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
] as const

const GAP_PX = 16

async function captureMail(browser: Browser, html: string, { width, colorScheme }: (typeof VIEWS)[number]) {
  const page = await browser.newPage({ viewport: { width, height: 200 }, colorScheme })
  try {
    await page.setContent(html)
    return await page.screenshot({ fullPage: true })
  } finally {
    await page.close()
  }
}

/** Puts the images of an email side by side. */
async function buildRow(screenshots: Buffer[]) {
  let left = 0
  let height = 0
  const tiles: OverlayOptions[] = []
  for (const input of screenshots) {
    const { width, height: imageHeight } = await sharp(input).metadata()
    tiles.push({ input, left, top: 0 })
    left += width + GAP_PX
    height = Math.max(height, imageHeight)
  }
  return sharp({ create: { width: left - GAP_PX, height, channels: 4, background: 'transparent' } }).composite(tiles)
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? (await findChromium(stack)),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const [name, content] of Object.entries(SAMPLE_MAILS)) {
    const html = await renderHtml(content, SAMPLE_SITE)
    const screenshots: Buffer[] = []
    for (const view of VIEWS) screenshots.push(await captureMail(browser, html, view))
    await saveImage(await buildRow(screenshots), `mail/${name}`)
  }
} finally {
  await browser.close()
}
