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
import { SEARCH_FILE_PATH } from '../lib/routes.ts'
import type { SearchEntry, SearchFile } from '../lib/search/entry.ts'
import { type Hit, searcher } from '../lib/search/find.ts'
import { markWords, queryIn, wordsOf } from '../lib/search/text.ts'
import { listen, within } from './dom.ts'
import { afterPaint } from './when.ts'

/** Results that the dialog shows; all of them are on the page of the search. And pages to begin with, before a search. */
const MOST_RESULTS = 12
const FIRST_PAGES = 6

type Find = (query: string) => Hit<SearchEntry>[]
type Index = SearchFile & { find: Find }

/** Asks each time whether the pages are still the same, since an editor may have published; the answer is short then. */
async function loadIndex(): Promise<Index> {
  const response = await fetch(SEARCH_FILE_PATH, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The list of pages: ${response.status}`)
  const file = (await response.json()) as SearchFile
  return { ...file, find: await searcher(file.entries) }
}

const dialog = () => document.getElementById(SEARCH_ID) as HTMLDialogElement | null
const field = () => dialog()?.querySelector('input')
const part = (name: string) => dialog()?.querySelector(`[${name}]`)
const links = () => [...(part(SEARCH_RESULTS)?.querySelectorAll('a') ?? [])]

const setState = (state: SearchState) => dialog()?.setAttribute(SEARCH_STATE, state)

/** The sentence of a result that has what was looked for: what the page is about, or one of its headings. */
function textOf({ entry: { summary, headings }, matched }: Hit<SearchEntry>): string {
  const has = (text: string) => wordsOf(text).some((word) => matched.includes(word))
  return has(summary) ? summary : (headings.find(has) ?? summary)
}

const marked = (text: string, words: string[]): Node[] =>
  markWords(text, words).map((piece) => {
    if (!piece.isMatch) return document.createTextNode(piece.text)
    const mark = document.createElement('mark')
    mark.textContent = piece.text
    return mark
  })

/** A copy of the page's own sample of a result, filled in. */
function resultOf(hit: Hit<SearchEntry>, { kinds }: SearchFile['words']): Node | undefined {
  const result = part(SEARCH_SAMPLE)?.firstElementChild?.cloneNode(true) as Element | undefined
  const fill = (name: SearchPart, ...nodes: (Node | string)[]) =>
    result?.querySelector(`[${SEARCH_PART}=${name}]`)?.replaceChildren(...nodes)
  result?.querySelector('a')?.setAttribute('href', hit.entry.href)
  fill('kind', kinds[hit.entry.kind])
  fill('title', ...marked(hit.entry.title, hit.matched))
  fill('text', ...marked(textOf(hit), hit.matched))
  return result
}

function sentence(query: string, count: number, { one, many, none }: SearchFile['words']): string {
  const text = count === 0 ? none : count === 1 ? one : many
  return text.replaceAll('{count}', () => String(count)).replaceAll('{query}', () => query)
}

function list(hits: Hit<SearchEntry>[], { words }: Index): void {
  part(SEARCH_RESULTS)?.replaceChildren(...hits.flatMap((hit) => resultOf(hit, words) ?? []))
  part(SEARCH_RESULTS)?.scrollTo(0, 0)
}

/** Shows what a query finds, or the first pages of the site while there is none. */
function show(query: string, index: Index): void {
  if (query === '') {
    const pages = index.entries.filter(({ kind }) => kind === 'page')
    list(
      pages.slice(0, FIRST_PAGES).map((entry) => ({ entry, matched: [] })),
      index,
    )
    setState('idle')
    return
  }
  const hits = index.find(query)
  list(hits.slice(0, MOST_RESULTS), index)
  part(SEARCH_STATUS)?.replaceChildren(sentence(query, hits.length, index.words))
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
export function startSearch(): void {
  let index: Promise<Index> | undefined
  const load = () => {
    index ??= loadIndex()
    // The next letter, or opening the search again, is another try.
    index.catch(() => (index = undefined))
    return index
  }
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
