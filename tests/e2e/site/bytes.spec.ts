import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type APIRequestContext, expect, test } from '@playwright/test'

/** As a page is stored: compressed once, as small as it gets. */
const stored = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** As servers compress what they make themselves. */
const gzipped = (text: string) => gzipSync(text, { level: 6 }).length

/** Addresses that the tags of a page name, of its style sheets or scripts. */
const addressesIn = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address)

const SHEETS = /<link\b(?=[^>]*rel="stylesheet")[^>]*href="([^"]+)"/g
const OWN_SCRIPTS = /<script\b[^>]*src="(\/scripts\/[^"]+)"/g
const FRAMEWORK_SCRIPTS = /<script\b(?![^>]*nomodule)[^>]*src="(\/_next\/[^"]+)"/gi

async function read(request: APIRequestContext, address: string): Promise<string> {
  const response = await request.get(address)
  expect(response.status(), address).toBe(200)
  return response.text()
}

async function weightOf(request: APIRequestContext, path: string) {
  const html = await read(request, path)
  const sum = async (pattern: RegExp) => {
    const texts = await Promise.all(addressesIn(html, pattern).map((address) => read(request, address)))
    return texts.reduce((total, text) => total + gzipped(text), 0)
  }
  return { html: stored(html), styles: await sum(SHEETS), scripts: await sum(OWN_SCRIPTS) }
}

/* What a page is made of before anybody turns to anything, in bytes: the font files have a budget in fonts.spec.ts. */
for (const { path, most } of [
  { path: '/', most: { html: 12_050, scripts: 5150 } },
  { path: '/features', most: { html: 10_550, scripts: 3250 } },
  { path: '/pricing', most: { html: 10_100, scripts: 2750 } },
  { path: '/about', most: { html: 8750, scripts: 2750 } },
  { path: '/contact', most: { html: 7900, scripts: 2750 } },
  { path: '/hvac-ai-sdr', most: { html: 11_200, scripts: 5150 } },
  { path: '/hvac-ai-sdr/phoenix', most: { html: 10_350, scripts: 2750 } },
  { path: '/blog', most: { html: 10_300, scripts: 2750 } },
  { path: '/documentation', most: { html: 8100, scripts: 2750 } },
  { path: '/press', most: { html: 8050, scripts: 2750 } },
]) {
  test(`${path} is small`, async ({ request }) => {
    const { html, styles, scripts } = await weightOf(request, path)
    expect(html).toBeLessThanOrEqual(most.html)
    expect(styles).toBeLessThanOrEqual(15_050)
    expect(scripts).toBeLessThanOrEqual(most.scripts)
  })
}

test('a page loads one style sheet, which has nothing for browsers that the site does not support', async ({
  request,
}) => {
  const sheets = addressesIn(await read(request, '/'), SHEETS)
  expect(sheets).toHaveLength(1)
  const css = await read(request, sheets[0] ?? '')
  // What Tailwind writes there, taken out by scripts/build/modern-css.js.
  expect(css).not.toContain('@layer properties{')
  expect(css).not.toMatch(/@supports ?\(color: ?color-mix/)
  expect(css).toContain('color-mix(')
})

test('a page names no script of the framework, which comes once it has rested or is touched', async ({ request }) => {
  expect(addressesIn(await read(request, '/pricing'), FRAMEWORK_SCRIPTS)).toEqual([])
})
