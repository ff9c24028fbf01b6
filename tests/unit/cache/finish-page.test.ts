import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstPaintScript } from '../../../lib/browser-bundles.js'
import { finishPage, removeFramework } from '../../../lib/platform/page-cache/finish-page.ts'
import { NOT_FOUND_META } from '../../../lib/platform/page-cache/status.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

describe('removeFramework', () => {
  it.each([
    ['Next scripts', '<script src="/_next/static/chunks/a.js" async=""></script>'],
    ['Next scripts for old browsers', '<script src="/_next/static/chunks/a.js" noModule=""></script>'],
    ['Next scripts with other attributes first', '<script id="_R_" async="" src="/_next/static/chunks/a.js"></script>'],
    ['script preloads in any attribute order', '<link href="/_next/static/chunks/a.js" as="script" rel="preload"/>'],
    ['script preloads', '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>'],
    ['the first Next data script', '<script>(self.__next_f=self.__next_f||[]).push([0])</script>'],
    ['Next data scripts', String.raw`<script>self.__next_f.push([1,"\u003c/script> größer"])</script>`],
    [
      'the Turbopack start script',
      '<script id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({});</script>',
    ],
    ['React text separators', '<!-- -->'],
    ['React boundary comments', '<!--$--><!--/$--><!--$?--><!--$!-->'],
  ])('removes %s', (_, html) => expect(removeFramework(`<p>a</p>${html}<p>b</p>`)).toBe('<p>a</p><p>b</p>'))

  it.each([
    `<script>${firstPaintScript}</script>`,
    '<script async="" src="/scripts/shell-0.js"></script>',
    '<script type="application/ld+json">{"text":"self.__next_f"}</script>',
    '<link rel="preload" href="/_next/static/media/a.woff2" as="font" crossorigin=""/>',
    '<link rel="stylesheet" href="/_next/static/chunks/a.css"/>',
    '<p>&lt;script&gt;self.__next_f.push([1,"a"])&lt;/script&gt; &lt;!-- --&gt;</p>',
    '<script>attack()</script>',
  ])('keeps %s', (html) => expect(removeFramework(html)).toBe(html))
})

describe('finishPage', () => {
  beforeEach(() => stubSiteEnv())
  afterEach(() => vi.unstubAllEnvs())

  const buildValue = (html: string) => ({
    kind: 'APP_PAGE',
    html: `<html><body>${html}<script src="/_next/static/a.js" async=""></script></body></html>`,
    rscData: Buffer.from('1:["a"]'),
    segmentData: new Map([['/_tree', Buffer.from('a')]]),
    headers: { 'x-next-cache-tags': 'settings' },
    status: undefined,
  })

  it('removes the framework scripts and data and adds a Content Security Policy', () => {
    const { html, headers, rscData, segmentData } = finishPage(buildValue('<p>text</p>'))
    expect(html).toBe('<html><body><p>text</p></body></html>')
    expect([rscData, segmentData]).toEqual([undefined, undefined])
    expect(headers).toMatchObject({ 'x-next-cache-tags': 'settings' })
    expect(headers?.['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
  })

  it('sets the status from the status meta tag', () => {
    const { name, content } = NOT_FOUND_META
    expect(finishPage(buildValue(`<meta name="${name}" content="${content}"/>`)).status).toBe(404)
    expect(finishPage({ ...buildValue('text'), status: 200 }).status).toBe(200)
  })

  it('ignores a status meta tag in text or attributes from the CMS', () => {
    const missingPageTag = `<meta name="${NOT_FOUND_META.name}" content="${NOT_FOUND_META.content}"/>`
    const html = renderToStaticMarkup(createElement('p', { title: missingPageTag }, missingPageTag))
    expect(finishPage(buildValue(html)).status).toBeUndefined()
  })

  it('does not change a page that is already finished', () => {
    const finishedPage = finishPage(buildValue('<p>text</p>'))
    expect(finishPage(finishedPage)).toEqual(finishedPage)
  })

  it('does not mutate its input and ignores anything except pages', () => {
    const original = buildValue('a')
    const originalCopy = { ...original, headers: { ...original.headers } }
    finishPage(original)
    expect(original).toEqual(originalCopy)
    const routeResponse = { kind: 'APP_ROUTE', headers: {}, status: 200 }
    expect(finishPage(routeResponse)).toBe(routeResponse)
    const framed = { ...buildValue('a'), kind: 'PAGES' }
    expect(finishPage(framed)).toBe(framed)
    const empty = { kind: 'APP_PAGE', headers: {} }
    expect(finishPage(empty)).toBe(empty)
  })
})
