import { type Page, expect } from '@playwright/test'
import { test } from '../test.ts'

/** Maximum font bytes per page. */
const MAX_FONT_BYTES = 45 * 1024

/** Letters outside the first subsets of all three font families, found in names, prices and notes. */
const EXTENDED_LETTERS = 'őłñøœßÆŠžğıđăĦễư†„‹€−'

function watchFonts(page: Page) {
  const files = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.woff2'))
      files.set(
        pathname,
        response.body().then(({ length }) => length),
      )
  })
  return files
}

const waitForFonts = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => true))

/** Returns the fonts that render an element. `*` marks system fonts. */
async function listFonts(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return [...new Set(fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : `${familyName}*`)))]
}

for (const path of ['/', '/hvac-ai-sdr/new-york', '/pricing', '/blog/call-recording-consent-by-state']) {
  test(`${path} loads only the first font subsets`, async ({ page }) => {
    const files = watchFonts(page)
    await page.goto(path)
    await waitForFonts(page)
    const addresses = [...files.keys()]
    expect(addresses.filter((address) => !/\/(?:display|text|mono)[-_]first/.test(address))).toEqual([])
    expect(addresses.filter((address) => /\/(?:display|text)_first/.test(address))).toHaveLength(2)
    const sizes = await Promise.all(files.values())
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_FONT_BYTES)
    // The monospaced font is not preloaded, because its text is small.
    await expect(page.locator('link[rel=preload][as=font][href*=mono]')).toHaveCount(0)
  })
}

const FAMILIES = [
  { family: 'Bricolage Grotesque', classes: 'font-display font-semibold' },
  { family: 'Hanken Grotesk', classes: '' },
  { family: 'JetBrains Mono', classes: 'data' },
]

test('every letter in editor text is rendered in its font family', async ({ page }) => {
  await page.goto('/')
  for (const { family, classes } of FAMILIES) {
    await page.evaluate(
      ({ classes, letters }) => {
        const text = { id: 'letters', className: classes, textContent: letters }
        document.querySelector('#letters')?.remove()
        document.body.append(Object.assign(document.createElement('p'), text))
      },
      { classes, letters: `Straße 12 ${EXTENDED_LETTERS}` },
    )
    const listOtherFonts = async () => {
      await waitForFonts(page)
      const names = await listFonts(page, '#letters')
      return names.length === 0 ? 'not drawn' : names.filter((name) => !name.startsWith(family)).join()
    }
    await expect.poll(listOtherFonts, family).toBe('')
  }
})
