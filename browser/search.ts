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
import type { SearchEntry, SearchFile } from '../lib/site/search/entry.ts'
import type { Hit } from '../lib/site/search/find.ts'
import { sectionFound } from '../lib/site/search/place.ts'
import { markWords, queryIn, wordsOf } from '../lib/site/search/text.ts'
import { listen, within } from './dom.ts'
import { hasMatch, indexLoader, type SearchIndex, textLink } from './search-index.ts'
import { afterPaint } from './when.ts'

/** Maximum entries in the dialog: search results, pages shown before a search, and similar pages without a match. */
const MOST_RESULTS = 12
const FIRST_PAGES = 6
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

function searchFor(query: string, { instead }: SearchFile['words']): Node {
  const address = `${SEARCH_PATH}?${new URLSearchParams({ q: query })}`
  return textLink(
    address,
    'text-link',
    instead.replaceAll('{query}', () => query),
  )
}

const untouched = (entries: SearchEntry[]): Hit<SearchEntry>[] => entries.map((entry) => ({ entry, matched: [] }))

function nearHits(hits: Hit<SearchEntry>[], { begin, entries }: SearchIndex): Hit<SearchEntry>[] {
  const near = hits.slice(0, MOST_NEAR)
  const offered = begin.flatMap((href) => entries.find((entry) => entry.href === href) ?? [])
  return [...near, ...untouched(offered).filter(({ entry }) => near.every((hit) => hit.entry !== entry))]
}

function list(hits: Hit<SearchEntry>[], { words }: SearchIndex): void {
  part(SEARCH_RESULTS)?.replaceChildren(...hits.flatMap((hit) => resultOf(hit, words) ?? []))
  part(SEARCH_RESULTS)?.scrollTo(0, 0)
}

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

export function startSearch(load = indexLoader()): void {
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
      // Skips outdated results, because the query may have changed while the index loaded.
      if (query === typed()) show(query, loaded)
    } catch {
      // In this state, the dialog links to the search page.
      setState('failed')
    }
  }
  listen('input', (event) => {
    if (event.target === field()) void search()
  })
  listen('keydown', moveByKey)
  listen('click', (event) => {
    // A click on the backdrop has the dialog as its target.
    if (event.target === dialog()) dialog()?.close()
    else if (within(event, `#${SEARCH_ID} a`)) dialog()?.close()
  })
  void search()
}
