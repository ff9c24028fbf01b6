import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { SearchEntry } from '../../../lib/site/search/entry.ts'
import { createSearcher } from '../../../lib/site/search/find.ts'
import { buildSearchEntries, type SearchPage, extractTexts } from '../../../lib/site/search/index-file.ts'
import { findSection } from '../../../lib/site/search/find-section.ts'
import { getSharedIndex } from '../../../lib/site/search/shared-index.ts'
import {
  buildExcerpt,
  markWords,
  MAX_QUERY_LENGTH,
  parseQuery,
  extractSignificantWords,
  extractWords,
} from '../../../lib/site/search/text.ts'

describe('shared search index', () => {
  const page: SearchPage = { href: '/a', kind: 'page', title: 'Furnace', summary: '', headings: [], text: 'Heat.' }

  it('is built once for the same content and again for new content', async () => {
    const loadPages = vi.fn(() => [page])
    const content = {}
    const indexes = await Promise.all([getSharedIndex(content, loadPages), getSharedIndex(content, loadPages)])
    expect(await getSharedIndex(content, loadPages)).toBe(indexes[0])
    expect(indexes[1]).toBe(indexes[0])
    expect(loadPages).toHaveBeenCalledTimes(1)
    expect(indexes[0]?.search.find('furnace')[0]?.entry.href).toBe('/a')
    expect(indexes[0]?.texts.get('/a')).toBe('Heat.')
    const published = await getSharedIndex({}, () => [{ ...page, title: 'Boiler' }])
    expect(published.search.find('furnace')).toEqual([])
  })
})

describe('search query', () => {
  it('uses the first parameter, trimmed and limited in length', () => {
    expect(parseQuery(undefined)).toBe('')
    expect(parseQuery('  two \n words ')).toBe('two words')
    expect(parseQuery(['first', 'second'])).toBe('first')
    expect(parseQuery([])).toBe('')
    expect(parseQuery('x'.repeat(5000))).toHaveLength(MAX_QUERY_LENGTH)
  })

  it('is split into lowercase words without accents', () => {
    const words = extractWords('Calendar: “write” ACCESS, São Paulo, e\u0301te\u0301')
    expect(words).toEqual(['calendar', 'write', 'access', 'sao', 'paulo', 'ete'])
    expect(extractWords('*** !!! "')).toEqual([])
  })

  it('drops stop words unless nothing else remains', () => {
    expect(extractSignificantWords('How do I forward my number?')).toEqual(['forward', 'number'])
    expect(extractSignificantWords('to do')).toEqual(['to', 'do'])
  })

  it('contains only letters and digits for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of extractWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
      }),
    )
  })
})

describe('search excerpt', () => {
  it('highlights words that start with a query word', () => {
    expect(markWords('A Calendar, recalendared', ['calen'])).toEqual([
      { text: 'A ', isMatch: false },
      { text: 'Calendar', isMatch: true },
      { text: ', recalendared', isMatch: false },
    ])
  })

  it('keeps the full text when highlighting', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
        const parts = markWords(text, extractWords(query))
        expect(parts.map((part) => part.text).join('')).toBe(text)
      }),
    )
  })

  it('starts at the matching sentence and ends with its paragraph', () => {
    const text = [
      'Calendar access',
      'Request a Demo',
      'It forwards at 2 a.m. and by day. Your calendar stays yours. It reads when you are busy.',
      'Another calendar is in the next paragraph of this text.',
    ].join('\n')
    expect(buildExcerpt(text, ['calendar'])).toBe('Your calendar stays yours. It reads when you are busy.')
    expect(buildExcerpt(text, ['nothing'])).toBeUndefined()
  })

  it('never comes from headings, buttons, prices or questions', () => {
    const text =
      'Calendar\nConnect a calendar to see when you are busy\nDoes it read my own calendar as well?\n$129 calendar'
    expect(buildExcerpt(text, ['calendar'])).toBeUndefined()
  })

  it('cuts long sentences at a word boundary', () => {
    const excerpt = buildExcerpt(`The calendar ${'and so on '.repeat(40)}ends.`, ['calendar']) ?? ''
    expect(excerpt).toMatch(/^The calendar and so .+ …$/)
    expect(excerpt.length).toBeLessThan(200)
  })
})

const buildEntry = (title: string, overrides: Partial<SearchEntry> = {}): SearchEntry => ({
  href: `/${title.toLowerCase().replaceAll(' ', '-')}`,
  kind: 'page',
  title,
  summary: '',
  headings: [],
  often: '',
  words: '',
  ...overrides,
})

const entries = [
  buildEntry('Pricing', { summary: 'What the assistant costs a month.' }),
  buildEntry('Getting started', { words: 'calendar furnace forward number' }),
  buildEntry('Furnace questions', { headings: ['No heat at night'] }),
  buildEntry('Calendar access', { summary: 'Read-only, in plain words.' }),
]

const { find, suggest } = await createSearcher(entries)
const getTitle = (hit: { entry: SearchEntry }) => hit.entry.title
const findTitles = (query: string) => find(query).map(getTitle)

describe('search', () => {
  it('finds whole words and prefixes, with title matches first', () => {
    expect(findTitles('furnace')).toEqual(['Furnace questions', 'Getting started'])
    expect(findTitles('calen')).toEqual(['Calendar access', 'Getting started'])
  })

  it('finds misspelled words and reports the matched word', () => {
    const [first] = find('furnase')
    expect(first?.entry.title).toBe('Furnace questions')
    expect(first?.matched).toEqual(['furnace'])
    expect(findTitles('calender')).toContain('Calendar access')
    expect(findTitles('pircing')).toEqual(['Pricing'])
  })

  it('does not correct words that exist in the index', async () => {
    const callSearch = await createSearcher([buildEntry('Call'), buildEntry('Wall'), buildEntry('Calls')])
    expect(callSearch.find('call').map(getTitle).toSorted()).toEqual(['Call', 'Calls'])
  })

  it('ranks pages by content match, then by kind', async () => {
    const { find: searchEntries } = await createSearcher([
      buildEntry('Our terms', { kind: 'legal', summary: 'Gas and heat.', headings: ['Gas'] }),
      buildEntry('News', { kind: 'press', summary: 'Gas and heat.', headings: ['Gas'] }),
      buildEntry('A city', { kind: 'city', summary: 'Gas and heat.', headings: ['Gas'] }),
      buildEntry('A topic', { kind: 'category', summary: 'Gas and heat.', headings: ['Gas'] }),
      buildEntry('Named', { words: 'gas' }),
      buildEntry('Explained', { kind: 'documentation', words: 'gas' }),
      buildEntry('Said often', { often: 'gas' }),
      buildEntry('Heat policy', { kind: 'legal' }),
    ])
    const searchTitles = (query: string) => searchEntries(query).map(getTitle)
    expect(searchTitles('gas').slice(0, 3).toSorted()).toEqual(['Explained', 'Named', 'Said often'])
    expect(searchTitles('gas').indexOf('Explained')).toBeLessThan(searchTitles('gas').indexOf('Named'))
    expect(searchTitles('gas').indexOf('Said often')).toBeLessThan(searchTitles('gas').indexOf('Named'))
    expect(searchTitles('gas').slice(3, 5).toSorted()).toEqual(['A city', 'A topic'])
    expect(searchTitles('heat')[0]).toBe('Heat policy')
  })

  it('ranks a title with every query word first', async () => {
    const { find: searchEntries } = await createSearcher([
      buildEntry('Calendars', {
        kind: 'documentation',
        headings: ['Calendar access', 'Access'],
        often: 'calendar access',
      }),
      buildEntry('Calendar access', { kind: 'post' }),
    ])
    expect(searchEntries('calender acces').map(getTitle)).toEqual(['Calendar access', 'Calendars'])
  })

  it('ranks the pricing page first for plan names and their prefixes', async () => {
    const { find: searchEntries } = await createSearcher([
      buildEntry('Calls at night', { kind: 'documentation', headings: ['Night'] }),
      buildEntry('The line of a night', { kind: 'documentation' }),
      buildEntry('Pricing', {
        headings: ['Night line', 'Front desk'],
        plans: ['Night line', 'Front desk'],
        words: 'calls',
      }),
    ])
    const isPricingFirst = (query: string) => searchEntries(query)[0]?.entry.title === 'Pricing'
    const queries = ['night', 'Night line', 'front', 'night line calls', 'line', 'night calls']
    expect(queries.filter(isPricingFirst)).toEqual(['night', 'Night line', 'front', 'night line calls'])
  })

  it('requires every significant word', () => {
    expect(findTitles('how do I forward my furnace')).toEqual(['Getting started'])
    expect(findTitles('furnace pricing')).toEqual([])
    expect(findTitles('')).toEqual([])
    expect(findTitles('*** {}')).toEqual([])
  })

  it('suggests a corrected query, fewer words or partial matches if nothing matches', () => {
    expect(findTitles('prcngs')).toEqual([])
    expect(suggest('prcngs')).toMatchObject({ query: 'pricing', hits: [{ entry: { title: 'Pricing' } }] })
    expect(suggest('furnace zzqqxx').query).toBe('furnace')
    const { query, hits } = suggest('pricing furnace')
    expect(query).toBeUndefined()
    expect(hits.map(getTitle)).toEqual(['Pricing', 'Furnace questions', 'Getting started'])
    expect(suggest('zzqqxx')).toEqual({ query: undefined, hits: [] })
    expect(suggest('12345678')).toEqual({ query: undefined, hits: [] })
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => void suggest(query)))
  })

  it('accepts any input', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => void find(query)))
  })
})

describe('matched section', () => {
  const hasCalendar = (text: string) => text.includes('calendar')
  const page = buildEntry('Access', { kind: 'documentation', headings: ['Keys', 'Keys', 'The calendar', 'calendar'] })

  it('is the first matching heading, with its anchor in articles', () => {
    expect(findSection(page, hasCalendar)).toEqual({ heading: 'The calendar', href: '/access#the-calendar' })
    expect(findSection({ ...page, headings: ['Keys', 'keys'] }, (text) => text === 'keys')?.href).toBe('/access#keys-2')
    expect(findSection({ ...page, kind: 'page' }, hasCalendar)).toEqual({ heading: 'The calendar', href: '/access' })
  })

  it('is absent if title or summary match, or no heading matches', () => {
    expect(findSection({ ...page, title: 'A calendar' }, hasCalendar)).toBeUndefined()
    expect(findSection({ ...page, summary: 'A calendar' }, hasCalendar)).toBeUndefined()
    expect(findSection({ ...page, headings: ['Keys'] }, hasCalendar)).toBeUndefined()
  })
})

describe('page text for search', () => {
  it('contains visible text in reading order', () => {
    const buildBlock = (text: string) => ({ _type: 'block', style: 'normal', children: [{ _type: 'span', text }] })
    const blocks = [
      { _key: 'a', _type: 'heroBlock', heading: 'No heat', imageSide: 'left', actions: [{ label: 'Call', href: '/' }] },
      { _key: 'b', _type: 'richTextBlock', body: [buildBlock('A furnace '), buildBlock('and a fan')] },
      { _type: 'pricingBlock', plans: [{ name: 'Solo', features: ['One line', 'Texts'], monthly: 9 }, null] },
      { _type: 'comparisonBlock', rows: [{ feature: 'Paging', cells: ['Yes', 'No'] }] },
    ]
    const texts = ['No heat', 'Call', 'A furnace ', 'and a fan', 'Solo', 'One line', 'Texts', 'Paging', 'Yes', 'No']
    expect(extractTexts(blocks)).toEqual(texts)
    expect(extractTexts(null)).toEqual([])
  })
})

describe('search index file', () => {
  const buildPage = (number: number, text: string): SearchPage => ({
    href: `/page-${number}`,
    kind: 'post',
    title: 'The Title',
    summary: 'A summary.',
    headings: ['A heading'],
    text,
  })

  it('contains each additional word of a page once', () => {
    const { text, ...rest } = buildPage(1, 'The title of a furnace: FURNACE, heading 12 x fans')
    expect(buildSearchEntries([{ ...rest, text }])).toEqual([{ ...rest, often: '', words: 'furnace 12 fans' }])
  })

  it('lists the words that occur several times in a page', () => {
    const [first] = buildSearchEntries([
      buildPage(1, 'Gas here, gas there. A title, a title, a title. Gas, gas, once more.'),
    ])
    expect(first?.often).toBe('gas title')
  })

  it('stays below 150 KB for 2,000 pages', () => {
    const pages = Array.from({ length: 2000 }, (_, number) =>
      buildPage(
        number,
        Array.from({ length: 500 }, (_word, index) => `word${(number * 31 + index * 7) % 9000}`).join(' '),
      ),
    )
    const size = gzipSync(JSON.stringify(buildSearchEntries(pages))).length
    expect(size).toBeLessThan(150_000)
  })
})
