import {
  SEARCH_ID,
  SEARCH_PART,
  SEARCH_RESULTS,
  SEARCH_SAMPLE,
  SEARCH_STATE,
  SEARCH_STATUS,
  type SearchPart,
  type SearchState,
} from '../lib/dom-contract.ts'
import { SEARCH_PATH } from '../lib/routes.ts'
import type { SearchEntry, SearchFile } from '../lib/search/entry.ts'
import type { Hit } from '../lib/search/find.ts'
import { sectionFound } from '../lib/search/place.ts'
import { markWords, queryIn, wordsOf } from '../lib/search/text.ts'
import { listen, within } from './dom.ts'
import { hasMatch, indexLoader, type SearchIndex, textLink } from './search-index.ts'
import { afterPaint } from './when.ts'

/** Results that the dialog shows; all of them are on the page of the search. And pages to begin with, before a search. */
const MOST_RESULTS = 12
const FIRST_PAGES = 6
/** Pages that come near what is not found. */
const MOST_NEAR = 4

const dialog = () => document.getElementById(SEARCH_ID) as HTMLDialogElement | null
const field = () => dialog()?.querySelector('input')
const part = (name: string) => dialog()?.querySelector(`[${name}]`)
const links = () => [...(part(SEARCH_RESULTS)?.querySelectorAll('a') ?? [])]

const setState = (state: SearchState) => dialog()?.setAttribute(SEARCH_STATE, state)

const marked = (text: string, words: string[]): Node[] =>
  markWords(text, words).map((piece) => {
    if (!piece.isMatch) return document.createTextNode(piece.text)
    const mark = document.createElement('mark')
    mark.textContent = piece.text
    return mark
  })

/** A copy of the page's own sample of a result, filled in. */
function resultOf(hit: Hit<SearchEntry>, { kinds, section }: SearchFile['words']): Node | undefined {
  const result = part(SEARCH_SAMPLE)?.firstElementChild?.cloneNode(true) as Element | undefined
  const fill = (name: SearchPart, ...nodes: (Node | string)[]) =>
    result?.querySelector(`[${SEARCH_PART}=${name}]`)?.replaceChildren(...nodes)
  const { href, kind, title, summary } = hit.entry
  const found = sectionFound(hit.entry, (text) => hasMatch(text, hit))
  const text = found ? section.replaceAll('{heading}', () => found.heading) : summary
  result?.querySelector('a')?.setAttribute('href', found?.href ?? href)
  fill('kind', kinds[kind])
  fill('title', ...marked(title, hit.matched))
  fill('text', ...marked(text, hit.matched))
  return result
}

function sentence(query: string, count: number, { one, many, none }: SearchFile['words']): string {
  const text = count === 0 ? none : count === 1 ? one : many
  return text.replaceAll('{count}', () => String(count)).replaceAll('{query}', () => query)
}

/** A link to what another query finds, on the page of the search. */
function searchFor(query: string, { instead }: SearchFile['words']): Node {
  const address = `${SEARCH_PATH}?${new URLSearchParams({ q: query })}`
  return textLink(
    address,
    'text-link',
    instead.replaceAll('{query}', () => query),
  )
}

const untouched = (entries: SearchEntry[]): Hit<SearchEntry>[] => entries.map((entry) => ({ entry, matched: [] }))

/** What there is instead of results: pages that come near, then those that editors offer. */
function nearHits(hits: Hit<SearchEntry>[], { begin, entries }: SearchIndex): Hit<SearchEntry>[] {
  const near = hits.slice(0, MOST_NEAR)
  const offered = begin.flatMap((href) => entries.find((entry) => entry.href === href) ?? [])
  return [...near, ...untouched(offered).filter(({ entry }) => near.every((hit) => hit.entry !== entry))]
}

function list(hits: Hit<SearchEntry>[], { words }: SearchIndex): void {
  part(SEARCH_RESULTS)?.replaceChildren(...hits.flatMap((hit) => resultOf(hit, words) ?? []))
  part(SEARCH_RESULTS)?.scrollTo(0, 0)
}

/** Shows what a query finds, or the first pages of the site while there is none. */
function show(query: string, index: SearchIndex): void {
  if (query === '') {
    const pages = index.entries.filter(({ kind }) => kind === 'page')
    list(untouched(pages.slice(0, FIRST_PAGES)), index)
    setState('idle')
    return
  }
  const hits = index.find(query)
  const near = hits.length === 0 ? index.near(query) : undefined
  list(near ? nearHits(near.hits, index) : hits.slice(0, MOST_RESULTS), index)
  const other = near?.query ? [' ', searchFor(near.query, index.words)] : []
  part(SEARCH_STATUS)?.replaceChildren(sentence(query, hits.length, index.words), ...other)
  setState('found')
}

/** Moves between the field and the results, which are links: arrows go through them, and whatever is typed goes to the field. */
function moveByKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
  const stops = [field(), ...links()]
  const position = stops.indexOf(target as HTMLElement as HTMLInputElement)
  if (position === -1 || isComposing) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step) {
    event.preventDefault()
    stops[position + step]?.focus()
  } else if ((key.length === 1 || key === 'Backspace') && !(ctrlKey || metaKey || altKey)) {
    field()?.focus()
  }
}

/** What the dialog of the search does besides opening and closing, which it does by itself. */
export function startSearch(load = indexLoader()): void {
  /** What was typed; nothing while there is no word in it. */
  const typed = () => {
    const query = queryIn(field()?.value)
    return wordsOf(query).length > 0 ? query : ''
  }
  const search = async () => {
    const query = typed()
    if (query && dialog()?.getAttribute(SEARCH_STATE) !== 'found') setState('loading')
    try {
      const loaded = await load()
      await afterPaint()
      // While it was loaded, more may have been typed, which is another search.
      if (query === typed()) show(query, loaded)
    } catch {
      // The dialog says so, and offers the results on a page.
      setState('failed')
    }
  }
  listen('input', (event) => {
    if (event.target === field()) void search()
  })
  listen('keydown', moveByKey)
  listen('click', (event) => {
    // Only what is behind a dialog is the dialog itself: its parts cover it.
    if (event.target === dialog()) dialog()?.close()
    else if (within(event, `#${SEARCH_ID} a`)) dialog()?.close()
  })
  void search()
}
