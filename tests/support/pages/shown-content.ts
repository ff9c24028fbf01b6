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

/** One per kind of type; tests/unit/content/tags.test.ts covers every field of every type. */
export const KINDS = ['siteWords', 'page', 'city', 'faqItem']

/** Values by patch path: `blocks[_key=="a"].heading`. */
export type Values = Record<string, string>

/** A text as a browser shows it, its place in the document, and the pages with it. */
export type ShownText = { text: string; values: Values; paths: string[] }

/** A published document and its visible texts, most widely shown first. */
export type ShownDocument = { id: string; type: string; texts: ShownText[] }

/** Prose: several words or a name, not a number, icon name or code. */
const PROSE = /^(?=.{12})[^\n]*\p{L}{2}.*\s.*\p{L}{2}.*\s.*\p{L}{2}/u
const NAME = /^\p{Lu}[\p{L}\p{N} .&’-]{4,}$/u

const isAddress = (text: string) => text.startsWith('/') || text.startsWith('http')

type Text = { place: string; value: string; text: string }

/** All texts with their places; keys with an underscore are not content. */
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

/** An address counts as shown by the page that redirects there, any other text by the pages that contain it. */
export function isShownBy(look: Look, text: string): boolean {
  if (!isAddress(text)) return look.text.includes(text)
  return (
    look.location !== undefined &&
    new URL(look.location, stack.env.siteUrl).href === new URL(text, stack.env.siteUrl).href
  )
}

const WORDS = 'lib/site/ui-copy.ts'

/** Code of pages behind a sign-in, which are not crawled; the demo uses the dashboard's components. */
const BEHIND_SIGN_IN = /^(?:app\/\(account\)|lib\/dashboard\/integrations)\//

/** Code of the public pages: a text in it may be on a page whatever the content is. */
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

/** A page shows a text with placeholders with values in their place, so it may show any part of it. */
const hasPlaceholder = (text: string) => /\{\w+\}/.test(text)

/** Pages where a text occurs on its own, not within another text of the same page. */
function pathsOf(text: string, looks: Look[], all: Texts): string[] {
  const showing = looks.filter((look) => isShownBy(look, text))
  if (isAddress(text) || showing.length === 0) return showing.map(({ path }) => path)
  const around = [...all.keys()].filter((other) => other !== text && other.includes(text))
  return showing
    .filter((look) => !around.some((other) => hasPlaceholder(other) || isShownBy(look, other)))
    .map(({ path }) => path)
}

/** Visible texts that only this document has; addresses only if there are no others. */
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
  /** Every known text address. */
  paths: string[]
  byType: Map<string, ShownDocument>
}

/**
 * Compares the published texts of some types with all pages, and leaves every known page visited. Takes many seconds.
 * @returns for each type the document that is shown most
 */
export async function findShownContent(types: readonly string[] = contentTypes): Promise<ShownContent> {
  const documents = await lake.fetch<SanityDocument[]>(CONTENT, {}, { perspective: 'published' })
  const all = textsOfAll(documents)
  // Paths that documents name, because nothing links to a redirect's source.
  const looks = await knownPages(
    stack.env.siteUrl,
    [...all.keys()].filter((text) => /^\/[\w./-]*$/.test(text)),
  )
  const code = siteCode()
  const byType = new Map<string, ShownDocument>()
  for (const document of documents.filter(({ _type }) => types.includes(_type))) {
    // Lets the client notice that the site has closed idle connections.
    await setImmediate()
    const shown = shownIn(document, looks, all, code)
    const best = byType.get(shown.type)
    if (!best || reach(shown) > reach(best)) byType.set(shown.type, shown)
  }
  return { paths: looks.map(({ path }) => path), byType }
}
