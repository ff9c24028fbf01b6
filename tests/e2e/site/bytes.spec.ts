import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from '../test.ts'

const SHEETS = /<link\b(?=[^>]*rel="stylesheet")[^>]*href="([^"]+)"/g

/** Maximum bytes and requests per page, without images. */
const MOST = { all: 90 * 1024, scripts: 8 * 1024, requests: 14 }

async function read(request: APIRequestContext, address: string): Promise<string> {
  const response = await request.get(address)
  expect(response.status(), address).toBe(200)
  return response.text()
}

/** Requests a page until it is well compressed: the first responses use a faster compression. */
async function untilSmall(request: APIRequestContext, address: string): Promise<void> {
  await expect
    .poll(async () => (await request.get(address, { headers: { 'accept-encoding': 'br' } })).headers().etag)
    .toMatch(/-br"$/)
}

type Sent = { path: string; type: string; bytes: number }

async function sentFor(page: Page, path: string): Promise<Sent[]> {
  const sent: Promise<Sent>[] = []
  page.on('requestfinished', (request) => {
    sent.push(
      request.sizes().then(({ responseBodySize }) => ({
        path: new URL(request.url()).pathname,
        type: request.resourceType(),
        bytes: responseBodySize,
      })),
    )
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return Promise.all(sent)
}

const sum = (sent: Sent[], ...types: string[]) =>
  sent.filter(({ type }) => types.includes(type)).reduce((total, { bytes }) => total + bytes, 0)

/* Maximum HTML bytes per page. fonts.spec.ts has a separate budget for font files. */
for (const { path, html } of [
  { path: '/', html: 12_000 },
  { path: '/features', html: 11_500 },
  { path: '/pricing', html: 12_000 },
  { path: '/about', html: 10_000 },
  { path: '/contact', html: 9500 },
  { path: '/hvac-ai-sdr', html: 12_000 },
  { path: '/hvac-ai-sdr/phoenix', html: 12_000 },
  { path: '/blog', html: 11_000 },
  { path: '/blog/*', html: 12_000 },
  { path: '/documentation', html: 9250 },
  { path: '/press', html: 10_750 },
]) {
  test(`${path} stays within its size budget`, async ({ page, request }) => {
    const address = path.endsWith('*') ? await firstPost(request) : path
    const [sheet = ''] = addressesIn(await read(request, address))
    await untilSmall(request, address)
    await untilSmall(request, sheet)
    const sent = await sentFor(page, address)
    test.info().annotations.push({ type: 'sent', description: JSON.stringify(sent) })
    expect(sum(sent, 'document')).toBeLessThanOrEqual(html)
    expect(sum(sent, 'stylesheet')).toBeLessThanOrEqual(16_000)
    expect(sum(sent, 'script')).toBeLessThanOrEqual(MOST.scripts)
    expect(sum(sent, 'document', 'stylesheet', 'script', 'font', 'fetch', 'ping', 'other')).toBeLessThanOrEqual(
      MOST.all,
    )
    expect(sent.filter(({ type }) => type !== 'image').length).toBeLessThanOrEqual(MOST.requests)
    const scripts = sent.filter(({ type }) => type === 'script').map(({ path }) => path)
    expect(scripts.filter((script) => !script.startsWith('/scripts/'))).toEqual([])
  })
}

const addressesIn = (html: string) => [...html.matchAll(SHEETS)].map(([, address = '']) => address)

async function firstPost(request: APIRequestContext): Promise<string> {
  const [, path = ''] = /href="(\/blog\/(?!category|author|page|rss)[^"/]+)"/.exec(await read(request, '/blog')) ?? []
  return path
}

test('a page loads one style sheet without fallbacks for unsupported browsers', async ({ request }) => {
  const sheets = addressesIn(await read(request, '/'))
  expect(sheets).toHaveLength(1)
  const css = await read(request, sheets[0] ?? '')
  // scripts/build/modern-css.js removes these parts of Tailwind's output.
  expect(css).not.toContain('@layer properties{')
  expect(css).not.toMatch(/@supports ?\(color: ?color-mix/)
  expect(css).toContain('color-mix(')
})
