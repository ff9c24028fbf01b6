import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { SanityDocument } from '@sanity/client'
import { stack } from '../stack/addresses.ts'
import { root } from '../../../scripts/support/settings.ts'
import { webhook } from '../../../sanity/webhook.ts'
import { collapsed, knownPages, type Look } from './known-pages.ts'
import { lake } from '../stack/lake.ts'

export const contentTypes = [...webhook.filter.matchAll(/"(\w+)"/g)].map(([, type = '']) => type)

/** One document type of each kind. tests/unit/content/tags.test.ts covers every field of every type. */
export const KINDS = ['siteWords', 'page', 'city', 'faqItem']

/** Values by patch path, such as `blocks[_key=="a"].heading`. */
export type Values = Record<string, string>

/** A visible text, its patch paths in the document, and the pages that contain it. */
export type ShownText = { text: string; values: Values; paths: string[] }

/** A published document and its visible texts. Texts on the most pages come first. */
export type ShownDocument = { id: string; type: string; texts: ShownText[] }

/** Matches prose of several words. Excludes numbers, icon names and code. */
const PROSE = /^(?=.{12})[^\n]*\p{L}{2}.*\s.*\p{L}{2}.*\s.*\p{L}{2}/u
const NAME = /^\p{Lu}[\p{L}\p{N} .&’-]{4,}$/u

const isAddress = (text: string) => text.startsWith('/') || text.startsWith('http')

type Text = { place: string; value: string; text: string }

/** Returns all texts of a value with their patch paths. Keys with an underscore are not content. */
function textsOf(value: unknown, place = ''): Text[] {
  if (typeof value === 'string') return value.trim() ? [{ place, value, text: collapsed(value) }] : []
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const key = typeof item === 'object' && item !== null && '_key' in item ? `_key=="${String(item._key)}"` : index
      return textsOf(item, `${place}[${key}]`)
    })
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .flatMap(([name, inner]) => textsOf(inner, place ? `${place}.${name}` : name))
}

/** Returns whether a page shows a text. For a URL, the page must redirect to it. */
export function isShownBy(look: Look, text: string): boolean {
  if (!isAddress(text)) return look.text.includes(text)
  return (
    look.location !== undefined &&
    new URL(look.location, stack.env.siteUrl).href === new URL(text, stack.env.siteUrl).href
  )
}

const WORDS = 'lib/site/ui-copy.ts'

/** Code behind sign-in, which the crawler skips. The demo uses the dashboard's components, so they count as public. */
const BEHIND_SIGN_IN = /^(?:app\/\(account\)|lib\/dashboard\/integrations)\//

/** Returns the code of the public pages. A text in the code may be on a page without coming from the content. */
const siteCode = () =>
  collapsed(
    globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => file !== WORDS && !BEHIND_SIGN_IN.test(file))
      .map((file) => readFileSync(resolve(root, file), 'utf8'))
      .join('\n'),
  )

type Texts = Map<string, Set<string>>

function textsOfAll(documents: SanityDocument[]): Texts {
  const all: Texts = new Map()
  for (const document of documents) {
    for (const { text } of textsOf(document)) all.set(text, (all.get(text) ?? new Set()).add(document._id))
  }
  return all
}

/** Returns whether a text has placeholders. Pages replace them, so any part of the text may appear. */
const hasPlaceholder = (text: string) => /\{\w+\}/.test(text)

/** Returns the pages that contain a text, but not only within another text of the same page. */
function pathsOf(text: string, looks: Look[], all: Texts): string[] {
  const showing = looks.filter((look) => isShownBy(look, text))
  if (isAddress(text) || showing.length === 0) return showing.map(({ path }) => path)
  const around = [...all.keys()].filter((other) => other !== text && other.includes(text))
  return showing
    .filter((look) => !around.some((other) => hasPlaceholder(other) || isShownBy(look, other)))
    .map(({ path }) => path)
}

/** Returns the visible texts that only this document has. Returns URLs only if there are no other texts. */
function shownIn(document: SanityDocument, looks: Look[], all: Texts, code: string): ShownDocument {
  const own = Map.groupBy(textsOf(document), ({ text }) => text)
  const candidates = [...own].filter(
    ([text]) =>
      isAddress(text) || (all.get(text)?.size === 1 && (PROSE.test(text) || NAME.test(text)) && !code.includes(text)),
  )
  const shown = candidates
    .map(([text, places]) => ({
      text,
      values: Object.fromEntries(places.map(({ place, value }) => [place, value])),
      paths: pathsOf(text, looks, all),
    }))
    .filter(({ paths }) => paths.length > 0)
    .toSorted((a, b) => b.paths.length - a.paths.length || b.text.length - a.text.length)
  const words = shown.filter(({ text }) => !isAddress(text))
  return { id: document._id, type: document._type, texts: words.length > 0 ? words : shown }
}

const reach = ({ texts }: ShownDocument) => texts.reduce((sum, { paths }) => sum + paths.length, 0)

const CONTENT = '*[!(string::startsWith(_type, "sanity.") || string::startsWith(_type, "system."))]'

export const publishedTypes = (): Promise<string[]> =>
  lake.fetch(`array::unique(${CONTENT}._type)`, {}, { perspective: 'published' })

export type ShownContent = {
  /** Every known path with a text response. */
  paths: string[]
  byType: Map<string, ShownDocument>
}

/**
 * Compares the published texts of some types with all pages. Visits every known page, which takes many seconds.
 * @returns for each type the document on the most pages
 */
export async function findShownContent(types: readonly string[] = contentTypes): Promise<ShownContent> {
  const documents = await lake.fetch<SanityDocument[]>(CONTENT, {}, { perspective: 'published' })
  const all = textsOfAll(documents)
  // Adds paths from documents, because no page links to the source of a redirect.
  const looks = await knownPages(
    stack.env.siteUrl,
    [...all.keys()].filter((text) => /^\/[\w./-]*$/.test(text)),
  )
  const code = siteCode()
  const byType = new Map<string, ShownDocument>()
  for (const document of documents.filter(({ _type }) => types.includes(_type))) {
    // Yields to the event loop, so that `fetch` detects idle connections that the site has closed.
    await setImmediate()
    const shown = shownIn(document, looks, all, code)
    const best = byType.get(shown.type)
    if (!best || reach(shown) > reach(best)) byType.set(shown.type, shown)
  }
  return { paths: looks.map(({ path }) => path), byType }
}
