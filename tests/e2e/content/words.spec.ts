import { expect, type Page } from '@playwright/test'
import { stegaClean } from '@sanity/client/stega'
import { DEMO_ROOT } from '../../../lib/routes.ts'
import { routeAt } from '../../../sanity/page-route.ts'
import { draftModeCookie } from '../../support/pages/draft-mode.ts'
import { sitemapPaths } from '../../support/pages/sitemap.ts'
import { lake } from '../../support/stack/lake.ts'
import { stack } from '../../support/stack/addresses.ts'
import { forEach } from '../../support/until.ts'
import { test } from '../test.ts'

const MORE = ['/search', '/blog/page/2']

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
const OF_A_KIND = 2

function samples(paths: string[]): string[] {
  const byKind = Map.groupBy(paths, (path) => routeAt(path.split('/').filter(Boolean)).kind)
  return [...byKind].flatMap(([kind, ofKind]) => (kind === 'content' ? ofKind : ofKind.slice(0, OF_A_KIND)))
}

type Text = { own: string; block: string }

const visibleTexts = (page: Page, html: string, exceptions: string[]): Promise<Text[]> =>
  page.evaluate(
    ([markup, excluded]) => {
      const document = new DOMParser().parseFromString(markup, 'text/html')
      const hidden = ['script', 'style', 'template', 'noscript', '.sr-only', '[aria-hidden="true"]', ...excluded].join()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: { own: string; block: string }[] = []
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode as globalThis.Text
        if (!/\p{L}{2}/u.test(data) || !parentElement || parentElement.closest(hidden)) continue
        const siblings = [...parentElement.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        texts.push({ own: data, block: siblings.map(({ nodeValue }) => nodeValue).join('') })
      }
      return texts
    },
    [html, exceptions] as const,
  )

const pictureTexts = (page: Page, html: string): Promise<string[]> =>
  page.evaluate((markup) => {
    const { images } = new DOMParser().parseFromString(markup, 'text/html')
    return [...images].filter((image) => !image.parentElement?.dataset.sanity).map(({ alt }) => alt)
  }, html)

const clean = (text: string) => stegaClean(text).replaceAll(/\s+/g, ' ').trim()

const isMarked = (text: string) => stegaClean(text) !== text

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.trim()]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Returns document texts without stega marks: URLs and names. UI copy always has marks. */
async function unmarkedTexts(): Promise<Set<string>> {
  const documents = await lake.fetch<unknown[]>(
    '*[!(_type match "sanity.*") && !(_type match "system.*") && _type != "siteWords"]',
  )
  const strings = stringsIn(documents)
  const hosts = strings.flatMap((text) => (URL.canParse(text) ? [new URL(text).host] : []))
  return new Set([...strings, ...hosts])
}

test('every visible text on each kind of public page comes from a document', async ({ page, request }) => {
  const [cookie, known, listed] = await Promise.all([draftModeCookie(), unmarkedTexts(), sitemapPaths(request)])
  // Skips the demo: its copy is in the components of the dashboard.
  const paths = samples([...listed, ...MORE]).filter((path) => path !== DEMO_ROOT)
  expect(paths.length).toBeGreaterThan(20)
  const pages = await forEach(paths, async (path) => {
    const response = await fetch(stack.env.siteUrl + path, { headers: { cookie } })
    return { path, isThere: response.ok, html: await response.text() }
  })
  const foreign: string[] = []
  const unmarkedPictures: string[] = []
  // Skips pages that an editor is moving: they have another URL in the preview.
  for (const { path, html } of pages.filter(({ isThere }) => isThere)) {
    const reference = path in REFERENCE ? [REFERENCE[path as keyof typeof REFERENCE]] : []
    const texts = await visibleTexts(page, html, [...Object.keys(EXCEPTIONS), ...reference])
    const marked = texts.filter(({ block }) => isMarked(block)).map(({ own }) => clean(own))
    expect(marked.length, path).toBeGreaterThan(20)
    const fromCode = texts.filter(({ own, block }) => {
      if (isMarked(block)) return false
      const text = clean(own)
      return !known.has(text) && !marked.some((other) => other.startsWith(text))
    })
    foreign.push(...fromCode.map(({ own }) => `${path}: ${clean(own)}`))
    const pictures = await pictureTexts(page, html)
    unmarkedPictures.push(...pictures.filter((alt) => !isMarked(alt)).map((alt) => `${path}: ${alt}`))
  }
  expect(foreign).toEqual([])
  expect(unmarkedPictures, 'images without click-to-edit').toEqual([])
})
