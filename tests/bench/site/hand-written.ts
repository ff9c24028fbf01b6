import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from '../../../scripts/support/settings.ts'
import type { Text } from './html.ts'
import { type MemoryResponse, serveFromMemory } from './memory-server.ts'

export type Texts = Record<string, Text[]>

export const nextPageSource = resolve(root, 'tests/bench/fixtures/next-page')

export const FONT_FILES = ['display-first.woff2', 'text-first.woff2']
export const getFontPath = (name: string): string => resolve(root, 'app/font-files', name)

const FONT_FACE_CSS = `@font-face { font-family: display; font-weight: 400 700; font-display: swap; src: url(/display-first.woff2) format('woff2') }
@font-face { font-family: text; font-weight: 400 700; font-display: swap; src: url(/text-first.woff2) format('woff2') }
:root { --display: display; --text: text }
`

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const renderPage = (texts: Text[], paths: string[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A page by hand</title>
<meta name="description" content="The words of the site as plain HTML.">
<link rel="preload" href="/display-first.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/text-first.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<nav>${paths.map((path) => `<a href="${path}">${path}</a>`).join('\n')}</nav>
<main>
${texts.map(({ tag, text }) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('\n')}
</main>
</body>
</html>
`

const buildCompressedResponse = (type: string, text: string): MemoryResponse => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br', 'cache-control': 'max-age=3600' },
  body: brotliCompressSync(text),
})

/** Serves the same text as hand-written HTML with one style sheet and the site's fonts. */
export function startHandWrittenSite(texts: Texts): Promise<string> {
  const paths = Object.keys(texts)
  const style = FONT_FACE_CSS + readFileSync(resolve(nextPageSource, 'app/plain.css'), 'utf8')
  const responses = new Map<string, MemoryResponse>([
    ['/style.css', buildCompressedResponse('text/css', style)],
    ...FONT_FILES.map((name): [string, MemoryResponse] => [
      `/${name}`,
      {
        status: 200,
        headers: { 'content-type': 'font/woff2', 'cache-control': 'max-age=3600' },
        body: readFileSync(getFontPath(name)),
      },
    ]),
    ...paths.map((path): [string, MemoryResponse] => [
      path,
      buildCompressedResponse('text/html', renderPage(texts[path] ?? [], paths)),
    ]),
  ])
  const notFoundResponse: MemoryResponse = {
    status: 404,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from('Not found'),
  }
  return serveFromMemory(async (path) => responses.get(path) ?? notFoundResponse)
}
