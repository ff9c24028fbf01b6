import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from '../test.ts'

const SHEET_PATTERN = /<link\b(?=[^>]*rel="stylesheet")[^>]*href="([^"]+)"/g

/** Maximum bytes and requests per page, without images. */
const MAX_BYTES = { all: 90 * 1024, scripts: 8 * 1024, requests: 14 }

async function fetchText(request: APIRequestContext, address: string): Promise<string> {
  const response = await request.get(address)
  expect(response.status(), address).toBe(200)
  return response.text()
}

/** Requests a page until it is well compressed: the first responses use a faster compression. */
async function waitUntilCompressed(request: APIRequestContext, address: string): Promise<void> {
  await expect
    .poll(async () => (await request.get(address, { headers: { 'accept-encoding': 'br' } })).headers().etag)
    .toMatch(/-br"$/)
}

type SentFile = { path: string; type: string; bytes: number }

async function measureSentFiles(page: Page, path: string): Promise<SentFile[]> {
  const sentFiles: Promise<SentFile>[] = []
  page.on('requestfinished', (request) => {
    sentFiles.push(
      request.sizes().then(({ responseBodySize }) => ({
        path: new URL(request.url()).pathname,
        type: request.resourceType(),
        bytes: responseBodySize,
      })),
    )
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return Promise.all(sentFiles)
}

const sum = (files: SentFile[], ...types: string[]) =>
  files.filter(({ type }) => types.includes(type)).reduce((total, { bytes }) => total + bytes, 0)

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
    const address = path.endsWith('*') ? await findFirstPost(request) : path
    const [sheetPath = ''] = listSheetPaths(await fetchText(request, address))
    await waitUntilCompressed(request, address)
    await waitUntilCompressed(request, sheetPath)
    const sentFiles = await measureSentFiles(page, address)
    test.info().annotations.push({ type: 'sent', description: JSON.stringify(sentFiles) })
    expect(sum(sentFiles, 'document')).toBeLessThanOrEqual(html)
    expect(sum(sentFiles, 'stylesheet')).toBeLessThanOrEqual(16_000)
    expect(sum(sentFiles, 'script')).toBeLessThanOrEqual(MAX_BYTES.scripts)
    expect(sum(sentFiles, 'document', 'stylesheet', 'script', 'font', 'fetch', 'ping', 'other')).toBeLessThanOrEqual(
      MAX_BYTES.all,
    )
    expect(sentFiles.filter(({ type }) => type !== 'image').length).toBeLessThanOrEqual(MAX_BYTES.requests)
    const scripts = sentFiles.filter(({ type }) => type === 'script').map(({ path }) => path)
    expect(scripts.filter((script) => !script.startsWith('/scripts/'))).toEqual([])
  })
}

const listSheetPaths = (html: string) => [...html.matchAll(SHEET_PATTERN)].map(([, address = '']) => address)

async function findFirstPost(request: APIRequestContext): Promise<string> {
  const [, path = ''] =
    /href="(\/blog\/(?!category|author|page|rss)[^"/]+)"/.exec(await fetchText(request, '/blog')) ?? []
  return path
}

test('a page loads one style sheet without fallbacks for unsupported browsers', async ({ request }) => {
  const sheetPaths = listSheetPaths(await fetchText(request, '/'))
  expect(sheetPaths).toHaveLength(1)
  const css = await fetchText(request, sheetPaths[0] ?? '')
  // scripts/build/modern-css.js removes these parts of Tailwind's output.
  expect(css).not.toContain('@layer properties{')
  expect(css).not.toMatch(/@supports ?\(color: ?color-mix/)
  expect(css).toContain('color-mix(')
})
