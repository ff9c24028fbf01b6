import { expect, type Page } from '@playwright/test'
import { stegaClean } from '@sanity/client/stega'
import { DEMO_ROOT } from '../../../lib/routes.ts'
import { parseRoute } from '../../../sanity/page-route.ts'
import { createDraftModeCookie } from '../../support/pages/draft-mode.ts'
import { fetchSitemapPaths } from '../../support/pages/sitemap.ts'
import { lake } from '../../support/stack/lake.ts'
import { stack } from '../../support/stack/addresses.ts'
import { mapConcurrently } from '../../support/until.ts'
import { test } from '../test.ts'

const EXTRA_PATHS = ['/search', '/blog/page/2']

const EXCEPTIONS = {
  'a[data-account]': 'labels of signing in stay in code',
  'form[action="/api/draft-mode/disable"]': 'the bar of the preview itself',
  'article time, main time, figure time': 'dates are written by the browser’s language library',
  abbr: 'names of months, likewise',
  'figure pre, figure:has(> section > pre) figcaption': 'code, and the name of its language',
  'footer a[href*="linkedin.com"], footer a[href*="youtube.com"], footer a[href*="facebook.com"]': 'names of networks',
}

/** Pages generated from code, with the selector of the generated part. Only their introductions are content. */
const REFERENCE = { '/api': 'main > div > div', '/test-calls': '.test-calls' }

/** Pages checked per kind. Pages built by editors are all checked. */
const PAGES_PER_KIND = 2

function pickSamples(paths: string[]): string[] {
  const pathsByKind = Map.groupBy(paths, (path) => parseRoute(path.split('/').filter(Boolean)).kind)
  return [...pathsByKind].flatMap(([kind, kindPaths]) =>
    kind === 'content' ? kindPaths : kindPaths.slice(0, PAGES_PER_KIND),
  )
}

type VisibleText = { nodeText: string; block: string }

const readVisibleTexts = (page: Page, html: string, exceptions: string[]): Promise<VisibleText[]> =>
  page.evaluate(
    ([markup, excluded]) => {
      const document = new DOMParser().parseFromString(markup, 'text/html')
      const hiddenSelector = [
        'script',
        'style',
        'template',
        'noscript',
        '.sr-only',
        '[aria-hidden="true"]',
        ...excluded,
      ].join()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: { nodeText: string; block: string }[] = []
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode as globalThis.Text
        if (!/\p{L}{2}/u.test(data) || !parentElement || parentElement.closest(hiddenSelector)) continue
        const siblings = [...parentElement.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        texts.push({ nodeText: data, block: siblings.map(({ nodeValue }) => nodeValue).join('') })
      }
      return texts
    },
    [html, exceptions] as const,
  )

const readPictureTexts = (page: Page, html: string): Promise<string[]> =>
  page.evaluate((markup) => {
    const { images } = new DOMParser().parseFromString(markup, 'text/html')
    return [...images].filter((image) => !image.parentElement?.dataset.sanity).map(({ alt }) => alt)
  }, html)

const cleanText = (text: string) => stegaClean(text).replaceAll(/\s+/g, ' ').trim()

const isMarked = (text: string) => stegaClean(text) !== text

function collectStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value.trim()]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectStrings) : []
}

/** Returns document texts without stega marks: URLs and names. UI copy always has marks. */
async function readUnmarkedTexts(): Promise<Set<string>> {
  const documents = await lake.fetch<unknown[]>(
    '*[!(_type match "sanity.*") && !(_type match "system.*") && _type != "siteWords"]',
  )
  const strings = collectStrings(documents)
  const hosts = strings.flatMap((text) => (URL.canParse(text) ? [new URL(text).host] : []))
  return new Set([...strings, ...hosts])
}

test('every visible text on each kind of public page comes from a document', async ({ page, request }) => {
  const [cookie, knownTexts, listedPaths] = await Promise.all([
    createDraftModeCookie(),
    readUnmarkedTexts(),
    fetchSitemapPaths(request),
  ])
  // Skips the demo: its copy is in the components of the dashboard.
  const paths = pickSamples([...listedPaths, ...EXTRA_PATHS]).filter((path) => path !== DEMO_ROOT)
  expect(paths.length).toBeGreaterThan(20)
  const pages = await mapConcurrently(paths, async (path) => {
    const response = await fetch(stack.env.siteUrl + path, { headers: { cookie } })
    return { path, isThere: response.ok, html: await response.text() }
  })
  const foreignTexts: string[] = []
  const unmarkedPictures: string[] = []
  // Skips pages that an editor is moving: they have another URL in the preview.
  for (const { path, html } of pages.filter(({ isThere }) => isThere)) {
    const reference = path in REFERENCE ? [REFERENCE[path as keyof typeof REFERENCE]] : []
    const texts = await readVisibleTexts(page, html, [...Object.keys(EXCEPTIONS), ...reference])
    const markedTexts = texts.filter(({ block }) => isMarked(block)).map(({ nodeText }) => cleanText(nodeText))
    expect(markedTexts.length, path).toBeGreaterThan(20)
    const textsFromCode = texts.filter(({ nodeText, block }) => {
      if (isMarked(block)) return false
      const text = cleanText(nodeText)
      return !knownTexts.has(text) && !markedTexts.some((markedText) => markedText.startsWith(text))
    })
    foreignTexts.push(...textsFromCode.map(({ nodeText }) => `${path}: ${cleanText(nodeText)}`))
    const pictures = await readPictureTexts(page, html)
    unmarkedPictures.push(...pictures.filter((alt) => !isMarked(alt)).map((alt) => `${path}: ${alt}`))
  }
  expect(foreignTexts).toEqual([])
  expect(unmarkedPictures, 'images without click-to-edit').toEqual([])
})
