import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { SanityDocument } from '@sanity/client'
import { stack } from '../stack/addresses.ts'
import { root } from '../../../scripts/support/settings.ts'
import { webhook } from '../../../sanity/webhook.ts'
import { collapseWhitespace, crawlPages, type PageResponse } from './known-pages.ts'
import { lake } from '../stack/lake.ts'

export const contentTypes = [...webhook.filter.matchAll(/"(\w+)"/g)].map(([, type = '']) => type)

/** One document type of each kind. tests/unit/content/tags.test.ts covers every field of every type. */
export const SAMPLE_TYPES = ['siteWords', 'page', 'city', 'faqItem']

/** Values by patch path, such as `blocks[_key=="a"].heading`. */
export type Values = Record<string, string>

/** A visible text, its patch paths in the document, and the pages that contain it. */
export type VisibleText = { text: string; values: Values; paths: string[] }

/** A published document and its visible texts. Texts on the most pages come first. */
export type VisibleDocument = { id: string; type: string; texts: VisibleText[] }

/** Matches prose of several words. Excludes numbers, icon names and code. */
const PROSE_PATTERN = /^(?=.{12})[^\n]*\p{L}{2}.*\s.*\p{L}{2}.*\s.*\p{L}{2}/u
const NAME_PATTERN = /^\p{Lu}[\p{L}\p{N} .&’-]{4,}$/u

const isUrl = (text: string) => text.startsWith('/') || text.startsWith('http')

type Text = { patchPath: string; value: string; text: string }

/** Returns all texts of a value with their patch paths. Keys with an underscore are not content. */
function collectTexts(value: unknown, patchPath = ''): Text[] {
  if (typeof value === 'string') return value.trim() ? [{ patchPath, value, text: collapseWhitespace(value) }] : []
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const key = typeof item === 'object' && item !== null && '_key' in item ? `_key=="${String(item._key)}"` : index
      return collectTexts(item, `${patchPath}[${key}]`)
    })
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .flatMap(([name, child]) => collectTexts(child, patchPath ? `${patchPath}.${name}` : name))
}

/** Returns whether a page shows a text. For a URL, the page must redirect to it. */
export function containsText(response: PageResponse, text: string): boolean {
  if (!isUrl(text)) return response.text.includes(text)
  return (
    response.location !== undefined &&
    new URL(response.location, stack.env.siteUrl).href === new URL(text, stack.env.siteUrl).href
  )
}

const UI_COPY_FILE = 'lib/site/ui-copy.ts'

/** Code behind sign-in, which the crawler skips. The demo uses the dashboard's components, so they count as public. */
const ACCOUNT_FILE_PATTERN = /^(?:app\/\(account\)|lib\/dashboard\/integrations)\//

/** Returns the code of the public pages. A text in the code may be on a page without coming from the content. */
const readSiteCode = () =>
  collapseWhitespace(
    globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => file !== UI_COPY_FILE && !ACCOUNT_FILE_PATTERN.test(file))
      .map((file) => readFileSync(resolve(root, file), 'utf8'))
      .join('\n'),
  )

type DocumentIdsByText = Map<string, Set<string>>

function groupDocumentIdsByText(documents: SanityDocument[]): DocumentIdsByText {
  const idsByText: DocumentIdsByText = new Map()
  for (const document of documents) {
    for (const { text } of collectTexts(document))
      idsByText.set(text, (idsByText.get(text) ?? new Set()).add(document._id))
  }
  return idsByText
}

/** Returns whether a text has placeholders. Pages replace them, so any part of the text may appear. */
const hasPlaceholder = (text: string) => /\{\w+\}/.test(text)

/** Returns the pages that contain a text. Excludes pages where it occurs only within another text. */
function findPaths(text: string, responses: PageResponse[], idsByText: DocumentIdsByText): string[] {
  const matches = responses.filter((response) => containsText(response, text))
  if (isUrl(text) || matches.length === 0) return matches.map(({ path }) => path)
  const containingTexts = [...idsByText.keys()].filter((other) => other !== text && other.includes(text))
  return matches
    .filter((response) => !containingTexts.some((other) => hasPlaceholder(other) || containsText(response, other)))
    .map(({ path }) => path)
}

/** Returns the visible texts that only this document has. Returns URLs only if there are no other texts. */
function buildVisibleDocument(
  document: SanityDocument,
  responses: PageResponse[],
  idsByText: DocumentIdsByText,
  code: string,
): VisibleDocument {
  const placesByText = Map.groupBy(collectTexts(document), ({ text }) => text)
  const candidates = [...placesByText].filter(
    ([text]) =>
      isUrl(text) ||
      (idsByText.get(text)?.size === 1 &&
        (PROSE_PATTERN.test(text) || NAME_PATTERN.test(text)) &&
        !code.includes(text)),
  )
  const visibleTexts = candidates
    .map(([text, places]) => ({
      text,
      values: Object.fromEntries(places.map(({ patchPath, value }) => [patchPath, value])),
      paths: findPaths(text, responses, idsByText),
    }))
    .filter(({ paths }) => paths.length > 0)
    .toSorted((a, b) => b.paths.length - a.paths.length || b.text.length - a.text.length)
  const nonUrlTexts = visibleTexts.filter(({ text }) => !isUrl(text))
  return { id: document._id, type: document._type, texts: nonUrlTexts.length > 0 ? nonUrlTexts : visibleTexts }
}

const countPaths = ({ texts }: VisibleDocument) => texts.reduce((sum, { paths }) => sum + paths.length, 0)

const CONTENT_QUERY = '*[!(string::startsWith(_type, "sanity.") || string::startsWith(_type, "system."))]'

export const fetchPublishedTypes = (): Promise<string[]> =>
  lake.fetch(`array::unique(${CONTENT_QUERY}._type)`, {}, { perspective: 'published' })

export type VisibleContent = {
  /** Every known path with a text response. */
  paths: string[]
  byType: Map<string, VisibleDocument>
}

/**
 * Compares the published texts of the given types with all pages. Takes many seconds, because it visits every page.
 * @returns for each type the document on the most pages
 */
export async function findVisibleContent(types: readonly string[] = contentTypes): Promise<VisibleContent> {
  const documents = await lake.fetch<SanityDocument[]>(CONTENT_QUERY, {}, { perspective: 'published' })
  const idsByText = groupDocumentIdsByText(documents)
  // Adds paths from documents, because no page links to the source of a redirect.
  const responses = await crawlPages(
    stack.env.siteUrl,
    [...idsByText.keys()].filter((text) => /^\/[\w./-]*$/.test(text)),
  )
  const code = readSiteCode()
  const byType = new Map<string, VisibleDocument>()
  for (const document of documents.filter(({ _type }) => types.includes(_type))) {
    // Yields to the event loop, so that `fetch` detects idle connections that the site has closed.
    await setImmediate()
    const visibleDocument = buildVisibleDocument(document, responses, idsByText, code)
    const best = byType.get(visibleDocument.type)
    if (!best || countPaths(visibleDocument) > countPaths(best)) byType.set(visibleDocument.type, visibleDocument)
  }
  return { paths: responses.map(({ path }) => path), byType }
}
