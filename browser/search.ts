import {
  SEARCH_ID,
  SEARCH_PART_ATTRIBUTE,
  SEARCH_RESULTS_ATTRIBUTE,
  SEARCH_SAMPLE_ATTRIBUTE,
  SEARCH_STATE_ATTRIBUTE,
  SEARCH_STATUS_ATTRIBUTE,
  type SearchPart,
  type SearchState,
} from '../lib/dom-contract.ts'
import { SEARCH_PATH } from '../lib/routes.ts'
import type { SearchEntry, SearchFile } from '../lib/site/search/entry.ts'
import type { Hit } from '../lib/site/search/find.ts'
import { findSection } from '../lib/site/search/find-section.ts'
import { markWords, parseQuery, extractWords } from '../lib/site/search/text.ts'
import { listen, findClosest } from './dom.ts'
import { hasMatch, createIndexLoader, type SearchIndex, createTextLink } from './search-index.ts'
import { waitForPaint } from './page-timing.ts'

/**
 * Maximum entries in the dialog: search results, pages shown before a search, and similar pages if there is no match.
 */
const MAX_RESULTS = 12
const INITIAL_PAGE_COUNT = 6
const MAX_SIMILAR_PAGES = 4

const findDialog = () => document.getElementById(SEARCH_ID) as HTMLDialogElement | null
const findField = () => findDialog()?.querySelector('input')
const findPart = (name: string) => findDialog()?.querySelector(`[${name}]`)
const findLinks = () => [...(findPart(SEARCH_RESULTS_ATTRIBUTE)?.querySelectorAll('a') ?? [])]

const setState = (state: SearchState) => findDialog()?.setAttribute(SEARCH_STATE_ATTRIBUTE, state)

const renderMatches = (text: string, words: string[]): Node[] =>
  markWords(text, words).map((fragment) => {
    if (!fragment.isMatch) return document.createTextNode(fragment.text)
    const mark = document.createElement('mark')
    mark.textContent = fragment.text
    return mark
  })

function renderResult(hit: Hit<SearchEntry>, { kinds, section }: SearchFile['words']): Node | undefined {
  const result = findPart(SEARCH_SAMPLE_ATTRIBUTE)?.firstElementChild?.cloneNode(true) as Element | undefined
  const fillPart = (name: SearchPart, ...nodes: (Node | string)[]) =>
    result?.querySelector(`[${SEARCH_PART_ATTRIBUTE}=${name}]`)?.replaceChildren(...nodes)
  const { href, kind, title, summary } = hit.entry
  const matchedSection = findSection(hit.entry, (text) => hasMatch(text, hit))
  const text = matchedSection ? section.replaceAll('{heading}', () => matchedSection.heading) : summary
  result?.querySelector('a')?.setAttribute('href', matchedSection?.href ?? href)
  fillPart('kind', kinds[kind])
  fillPart('title', ...renderMatches(title, hit.matched))
  fillPart('text', ...renderMatches(text, hit.matched))
  return result
}

function formatStatus(query: string, count: number, { one, many, none }: SearchFile['words']): string {
  const text = count === 0 ? none : count === 1 ? one : many
  return text.replaceAll('{count}', () => String(count)).replaceAll('{query}', () => query)
}

function createSuggestion(query: string, { instead }: SearchFile['words']): Node {
  const address = `${SEARCH_PATH}?${new URLSearchParams({ q: query })}`
  return createTextLink(
    address,
    'text-link',
    instead.replaceAll('{query}', () => query),
  )
}

const toHits = (entries: SearchEntry[]): Hit<SearchEntry>[] => entries.map((entry) => ({ entry, matched: [] }))

function selectSimilarHits(hits: Hit<SearchEntry>[], { begin, entries }: SearchIndex): Hit<SearchEntry>[] {
  const similarHits = hits.slice(0, MAX_SIMILAR_PAGES)
  const suggestedEntries = begin.flatMap((href) => entries.find((entry) => entry.href === href) ?? [])
  return [
    ...similarHits,
    ...toHits(suggestedEntries).filter(({ entry }) => similarHits.every((hit) => hit.entry !== entry)),
  ]
}

function list(hits: Hit<SearchEntry>[], { words }: SearchIndex): void {
  findPart(SEARCH_RESULTS_ATTRIBUTE)?.replaceChildren(...hits.flatMap((hit) => renderResult(hit, words) ?? []))
  findPart(SEARCH_RESULTS_ATTRIBUTE)?.scrollTo(0, 0)
}

function showResults(query: string, index: SearchIndex): void {
  if (query === '') {
    const pages = index.entries.filter(({ kind }) => kind === 'page')
    list(toHits(pages.slice(0, INITIAL_PAGE_COUNT)), index)
    setState('idle')
    return
  }
  const hits = index.find(query)
  const suggestion = hits.length === 0 ? index.suggest(query) : undefined
  list(suggestion ? selectSimilarHits(suggestion.hits, index) : hits.slice(0, MAX_RESULTS), index)
  const suggestionNodes = suggestion?.query ? [' ', createSuggestion(suggestion.query, index.words)] : []
  findPart(SEARCH_STATUS_ATTRIBUTE)?.replaceChildren(formatStatus(query, hits.length, index.words), ...suggestionNodes)
  setState('found')
}

function moveFocus(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
  const focusTargets = [findField(), ...findLinks()]
  const position = focusTargets.indexOf(target as HTMLElement as HTMLInputElement)
  if (position === -1 || isComposing) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step) {
    event.preventDefault()
    focusTargets[position + step]?.focus()
  } else if ((key.length === 1 || key === 'Backspace') && !(ctrlKey || metaKey || altKey)) {
    findField()?.focus()
  }
}

export function startSearch(loadIndex = createIndexLoader()): void {
  const getQuery = () => {
    const query = parseQuery(findField()?.value)
    return extractWords(query).length > 0 ? query : ''
  }
  const search = async () => {
    const query = getQuery()
    if (query && findDialog()?.getAttribute(SEARCH_STATE_ATTRIBUTE) !== 'found') setState('loading')
    try {
      const index = await loadIndex()
      await waitForPaint()
      // Skips outdated results, because the query may have changed while the index loaded.
      if (query === getQuery()) showResults(query, index)
    } catch {
      // The index failed to load. In this state, the dialog links to the search page.
      setState('failed')
    }
  }
  listen('input', (event) => {
    if (event.target === findField()) void search()
  })
  listen('keydown', moveFocus)
  listen('click', (event) => {
    // A click on the backdrop has the dialog as its target.
    if (event.target === findDialog()) findDialog()?.close()
    else if (findClosest(event, `#${SEARCH_ID} a`)) findDialog()?.close()
  })
  void search()
}
