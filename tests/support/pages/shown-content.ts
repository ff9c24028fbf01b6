import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { SanityDocument } from '@sanity/client'
import { stack } from '../stack/addresses.ts'
import { root } from '../../../scripts/support/settings.ts'
import { webhook } from '../../../sanity/webhook.ts'
import { collapsed, knownPages, type Look } from './known-pages.ts'
import { lake } from '../stack/lake.ts'

/** The types of content, as the site's webhook has them. */
export const contentTypes = [...webhook.filter.matchAll(/"(\w+)"/g)].map(([, type = '']) => type)

/**
 * One of each kind of type: shown on every page, at a path, at a slug and in lists, placed by an editor. Others are as these:
 * tests/unit/content/tags.test.ts shows for every field of every type that its change reaches each query that reads it.
 */
export const KINDS = ['siteWords', 'page', 'city', 'faqItem']

/** New or old values by their place in a document, as a patch has it: `blocks[_key=="a"].heading`. */
export type Values = Record<string, string>

/** A text of a document as a browser shows it, where it is in the document, and the addresses that show it. */
export type ShownText = { text: string; values: Values; paths: string[] }

/** A published document, and its texts that are shown somewhere, those on most pages first. */
export type ShownDocument = { id: string; type: string; texts: ShownText[] }

/** What an editor wrote for readers: several words or a name, unlike a number, the name of an icon or a code. */
const PROSE = /^(?=.{12})[^\n]*\p{L}{2}.*\s.*\p{L}{2}.*\s.*\p{L}{2}/u
const NAME = /^\p{Lu}[\p{L}\p{N} .&’-]{4,}$/u

const isAddress = (text: string) => text.startsWith('/') || text.startsWith('http')

type Text = { place: string; value: string; text: string }

/** Every text of a value with its place; what starts with an underscore is no text of an editor. */
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

/** An address is shown by the page that sends its visitors there; any other text by the pages that contain it. */
export function isShownBy(look: Look, text: string): boolean {
  if (!isAddress(text)) return look.text.includes(text)
  return (
    look.location !== undefined &&
    new URL(look.location, stack.env.siteUrl).href === new URL(text, stack.env.siteUrl).href
  )
}

/** What stands in for empty fields of the words, which the sample content fills: pages show it from the document. */
const WORDS = 'lib/words.ts'

/** What only pages behind a sign-in show, which are not among the known ones; the dashboard's components are on those of the demo. */
const BEHIND_SIGN_IN = /^(?:app\/\(account\)|lib\/integrations)\//

/** The code of the public pages: a text that it contains may stand on a page whatever the content says. */
const siteCode = () =>
  collapsed(
    globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => file !== WORDS && !BEHIND_SIGN_IN.test(file))
      .map((file) => readFileSync(resolve(root, file), 'utf8'))
      .join('\n'),
  )

/** All texts of the dataset, each with the ids of the documents that have it. */
type Texts = Map<string, Set<string>>

function textsOfAll(documents: SanityDocument[]): Texts {
  const all: Texts = new Map()
  for (const document of documents) {
    for (const { text } of textsOf(document)) all.set(text, (all.get(text) ?? new Set()).add(document._id))
  }
  return all
}

/** Where a text stands for a reason of its own, and not within another text that is on the same page. */
function pathsOf(text: string, looks: Look[], all: Texts): string[] {
  const showing = looks.filter((look) => isShownBy(look, text))
  if (isAddress(text) || showing.length === 0) return showing.map(({ path }) => path)
  const around = [...all.keys()].filter((other) => other !== text && other.includes(text))
  return showing.filter((look) => !around.some((other) => isShownBy(look, other))).map(({ path }) => path)
}

/** The texts that only this document has and that pages show; addresses only when there is nothing else. */
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

/** Everything published, without files and what else the Content Lake keeps for itself. */
async function publishedDocuments(): Promise<SanityDocument[]> {
  return lake.fetch<SanityDocument[]>(
    '*[!(string::startsWith(_type, "sanity.") || string::startsWith(_type, "system."))]',
    {},
    { perspective: 'published' },
  )
}

export type ShownContent = {
  /** Every known address that gives text. */
  paths: string[]
  /** Types of which there are published documents. */
  types: string[]
  /** By type, the document whose texts are on most pages. */
  byType: Map<string, ShownDocument>
}

/**
 * Finds out what the site shows by looking: compares all texts of all published documents with all texts of all pages.
 * Takes a few seconds, and leaves every known page visited.
 */
export async function findShownContent(site: string = stack.env.siteUrl): Promise<ShownContent> {
  const documents = await publishedDocuments()
  const all = textsOfAll(documents)
  // A path that some document names: nothing links to the address that a redirect starts from.
  const looks = await knownPages(
    site,
    [...all.keys()].filter((text) => /^\/[\w./-]*$/.test(text)),
  )
  const code = siteCode()
  const byType = new Map<string, ShownDocument>()
  for (const document of documents) {
    // Meanwhile the site ends connections that have rested, and that has to be noticed before the next request.
    await setImmediate()
    const shown = shownIn(document, looks, all, code)
    const best = byType.get(shown.type)
    if (!best || reach(shown) > reach(best)) byType.set(shown.type, shown)
  }
  return { paths: looks.map(({ path }) => path), types: [...byType.keys()], byType }
}
