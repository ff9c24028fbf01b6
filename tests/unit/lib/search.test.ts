import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { SearchEntry } from '../../../lib/site/search/entry.ts'
import { searcher } from '../../../lib/site/search/find.ts'
import { searchEntries, type SearchPage, textsIn } from '../../../lib/site/search/index-file.ts'
import { sectionFound } from '../../../lib/site/search/place.ts'
import { sharedIndex } from '../../../lib/site/search/shared-index.ts'
import {
  excerptAround,
  markWords,
  MAX_QUERY_LENGTH,
  queryIn,
  tellingWords,
  wordsOf,
} from '../../../lib/site/search/text.ts'

describe('the index of some content', () => {
  const page: SearchPage = { href: '/a', kind: 'page', title: 'Furnace', summary: '', headings: [], text: 'Heat.' }

  it('is made once for all who search at once and later, and anew for other content', async () => {
    const pagesOf = vi.fn(() => [page])
    const content = {}
    const indexes = await Promise.all([sharedIndex(content, pagesOf), sharedIndex(content, pagesOf)])
    expect(await sharedIndex(content, pagesOf)).toBe(indexes[0])
    expect(indexes[1]).toBe(indexes[0])
    expect(pagesOf).toHaveBeenCalledTimes(1)
    expect(indexes[0]?.search.find('furnace')[0]?.entry.href).toBe('/a')
    expect(indexes[0]?.texts.get('/a')).toBe('Heat.')
    const published = await sharedIndex({}, () => [{ ...page, title: 'Boiler' }])
    expect(published.search.find('furnace')).toEqual([])
  })
})

describe('the query of a search', () => {
  it('is the first one, trimmed, and bounded', () => {
    expect(queryIn(undefined)).toBe('')
    expect(queryIn('  two \n words ')).toBe('two words')
    expect(queryIn(['first', 'second'])).toBe('first')
    expect(queryIn([])).toBe('')
    expect(queryIn('x'.repeat(5000))).toHaveLength(MAX_QUERY_LENGTH)
  })

  it('becomes lower-case words without accents', () => {
    const words = wordsOf('Calendar: “write” ACCESS, São Paulo, e\u0301te\u0301')
    expect(words).toEqual(['calendar', 'write', 'access', 'sao', 'paulo', 'ete'])
    expect(wordsOf('*** !!! "')).toEqual([])
  })

  it('leaves out what says nothing, unless there is nothing else', () => {
    expect(tellingWords('How do I forward my number?')).toEqual(['forward', 'number'])
    expect(tellingWords('to do')).toEqual(['to', 'do'])
  })

  it('carries nothing but letters and digits on, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of wordsOf(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u)
      }),
    )
  })
})

describe('a text that was found', () => {
  it('is marked where words begin with what was looked for', () => {
    expect(markWords('A Calendar, recalendared', ['calen'])).toEqual([
      { text: 'A ', isMatch: false },
      { text: 'Calendar', isMatch: true },
      { text: ', recalendared', isMatch: false },
    ])
  })

  it('loses nothing by being marked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, query) => {
        const parts = markWords(text, wordsOf(query))
        expect(parts.map((part) => part.text).join('')).toBe(text)
      }),
    )
  })

  it('is shown from the sentence on that has a word, as far as its paragraph goes', () => {
    const text = [
      'Calendar access',
      'Request a Demo',
      'It forwards at 2 a.m. and by day. Your calendar stays yours. It reads when you are busy.',
      'Another calendar is in the next paragraph of this text.',
    ].join('\n')
    expect(excerptAround(text, ['calendar'])).toBe('Your calendar stays yours. It reads when you are busy.')
    expect(excerptAround(text, ['nothing'])).toBeUndefined()
  })

  it('is shown of headings, buttons, figures and questions never', () => {
    const text =
      'Calendar\nConnect a calendar to see when you are busy\nDoes it read my own calendar as well?\n$129 calendar'
    expect(excerptAround(text, ['calendar'])).toBeUndefined()
  })

  it('is cut at a word where its sentence is long', () => {
    const excerpt = excerptAround(`The calendar ${'and so on '.repeat(40)}ends.`, ['calendar']) ?? ''
    expect(excerpt).toMatch(/^The calendar and so .+ …$/)
    expect(excerpt.length).toBeLessThan(200)
  })
})

const entry = (title: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  href: `/${title.toLowerCase().replaceAll(' ', '-')}`,
  kind: 'page',
  title,
  summary: '',
  headings: [],
  often: '',
  words: '',
  ...more,
})

const entries = [
  entry('Pricing', { summary: 'What the assistant costs a month.' }),
  entry('Getting started', { words: 'calendar furnace forward number' }),
  entry('Furnace questions', { headings: ['No heat at night'] }),
  entry('Calendar access', { summary: 'Read-only, in plain words.' }),
]

const { find, near } = await searcher(entries)
const titleOf = (hit: { entry: SearchEntry }) => hit.entry.title
const titles = (query: string) => find(query).map(titleOf)

describe('a search', () => {
  it('finds words as they stand and as they begin, a title first', () => {
    expect(titles('furnace')).toEqual(['Furnace questions', 'Getting started'])
    expect(titles('calen')).toEqual(['Calendar access', 'Getting started'])
  })

  it('finds what is mistyped, and says what it took it for', () => {
    const [first] = find('furnase')
    expect(first?.entry.title).toBe('Furnace questions')
    expect(first?.matched).toEqual(['furnace'])
    expect(titles('calender')).toContain('Calendar access')
    expect(titles('pircing')).toEqual(['Pricing'])
  })

  it('takes no word for another that is there as it stands', async () => {
    const other = await searcher([entry('Call'), entry('Wall'), entry('Calls')])
    expect(other.find('call').map(titleOf).toSorted()).toEqual(['Call', 'Calls'])
  })

  it('puts what explains something before what only names it, lists and cities after that, press and legal pages last', async () => {
    const { find: among } = await searcher([
      entry('Our terms', { kind: 'legal', summary: 'Gas and heat.', headings: ['Gas'] }),
      entry('News', { kind: 'press', summary: 'Gas and heat.', headings: ['Gas'] }),
      entry('A city', { kind: 'city', summary: 'Gas and heat.', headings: ['Gas'] }),
      entry('A topic', { kind: 'category', summary: 'Gas and heat.', headings: ['Gas'] }),
      entry('Named', { words: 'gas' }),
      entry('Explained', { kind: 'documentation', words: 'gas' }),
      entry('Said often', { often: 'gas' }),
      entry('Heat policy', { kind: 'legal' }),
    ])
    const found = (query: string) => among(query).map(titleOf)
    expect(found('gas').slice(0, 3).toSorted()).toEqual(['Explained', 'Named', 'Said often'])
    expect(found('gas').indexOf('Explained')).toBeLessThan(found('gas').indexOf('Named'))
    expect(found('gas').indexOf('Said often')).toBeLessThan(found('gas').indexOf('Named'))
    expect(found('gas').slice(3, 5).toSorted()).toEqual(['A city', 'A topic'])
    expect(found('heat')[0]).toBe('Heat policy')
  })

  it('puts a title with every word first', async () => {
    const { find: among } = await searcher([
      entry('Calendars', { kind: 'documentation', headings: ['Calendar access', 'Access'], often: 'calendar access' }),
      entry('Calendar access', { kind: 'post' }),
    ])
    expect(among('calender acces').map(titleOf)).toEqual(['Calendar access', 'Calendars'])
  })

  it('puts the page of a plan first for who asks by its name, or by how that begins', async () => {
    const { find: among } = await searcher([
      entry('Calls at night', { kind: 'documentation', headings: ['Night'] }),
      entry('The line of a night', { kind: 'documentation' }),
      entry('Pricing', { headings: ['Night line', 'Front desk'], plans: ['Night line', 'Front desk'], words: 'calls' }),
    ])
    const leadsToPrices = (query: string) => among(query)[0]?.entry.title === 'Pricing'
    const queries = ['night', 'Night line', 'front', 'night line calls', 'line', 'night calls']
    expect(queries.filter(leadsToPrices)).toEqual(['night', 'Night line', 'front', 'night line calls'])
  })

  it('asks for every word that says something', () => {
    expect(titles('how do I forward my furnace')).toEqual(['Getting started'])
    expect(titles('furnace pricing')).toEqual([])
    expect(titles('')).toEqual([])
    expect(titles('*** {}')).toEqual([])
  })

  it('knows what comes near a query that finds nothing: other spelling, fewer words, pages with one of them', () => {
    expect(titles('prcngs')).toEqual([])
    expect(near('prcngs')).toMatchObject({ query: 'pricing', hits: [{ entry: { title: 'Pricing' } }] })
    expect(near('furnace zzqqxx').query).toBe('furnace')
    const { query, hits } = near('pricing furnace')
    expect(query).toBeUndefined()
    expect(hits.map(titleOf)).toEqual(['Pricing', 'Furnace questions', 'Getting started'])
    expect(near('zzqqxx')).toEqual({ query: undefined, hits: [] })
    expect(near('12345678')).toEqual({ query: undefined, hits: [] })
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => void near(typed)))
  })

  it('answers whatever is typed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => void find(query)))
  })
})

describe('the section that was found', () => {
  const has = (text: string) => text.includes('calendar')
  const page = entry('Access', { kind: 'documentation', headings: ['Keys', 'Keys', 'The calendar', 'calendar'] })

  it('is the first heading with the words, at its address in an article', () => {
    expect(sectionFound(page, has)).toEqual({ heading: 'The calendar', href: '/access#the-calendar' })
    expect(sectionFound({ ...page, headings: ['Keys', 'keys'] }, (text) => text === 'keys')?.href).toBe(
      '/access#keys-2',
    )
    expect(sectionFound({ ...page, kind: 'page' }, has)).toEqual({ heading: 'The calendar', href: '/access' })
  })

  it('is none where the name or the summary has them, or no heading', () => {
    expect(sectionFound({ ...page, title: 'A calendar' }, has)).toBeUndefined()
    expect(sectionFound({ ...page, summary: 'A calendar' }, has)).toBeUndefined()
    expect(sectionFound({ ...page, headings: ['Keys'] }, has)).toBeUndefined()
  })
})

describe('the words of a page', () => {
  it('are those for visitors, in reading order', () => {
    const block = (text: string) => ({ _type: 'block', style: 'normal', children: [{ _type: 'span', text }] })
    const blocks = [
      { _key: 'a', _type: 'heroBlock', heading: 'No heat', imageSide: 'left', actions: [{ label: 'Call', href: '/' }] },
      { _key: 'b', _type: 'richTextBlock', body: [block('A furnace '), block('and a fan')] },
      { _type: 'pricingBlock', plans: [{ name: 'Solo', features: ['One line', 'Texts'], monthly: 9 }, null] },
      { _type: 'comparisonBlock', rows: [{ feature: 'Paging', cells: ['Yes', 'No'] }] },
    ]
    const texts = ['No heat', 'Call', 'A furnace ', 'and a fan', 'Solo', 'One line', 'Texts', 'Paging', 'Yes', 'No']
    expect(textsIn(blocks)).toEqual(texts)
    expect(textsIn(null)).toEqual([])
  })
})

describe('the file of a search', () => {
  const page = (number: number, text: string): SearchPage => ({
    href: `/page-${number}`,
    kind: 'post',
    title: 'The Title',
    summary: 'A summary.',
    headings: ['A heading'],
    text,
  })

  it('has each further word of a page once', () => {
    const { text, ...shown } = page(1, 'The title of a furnace: FURNACE, heading 12 x fans')
    expect(searchEntries([{ ...shown, text }])).toEqual([{ ...shown, often: '', words: 'furnace 12 fans' }])
  })

  it('has the words that a text has several times', () => {
    const [first] = searchEntries([page(1, 'Gas here, gas there. A title, a title, a title. Gas, gas, once more.')])
    expect(first?.often).toBe('gas title')
  })

  it('stays small however many pages there are', () => {
    const pages = Array.from({ length: 2000 }, (_, number) =>
      page(number, Array.from({ length: 500 }, (_word, index) => `word${(number * 31 + index * 7) % 9000}`).join(' ')),
    )
    const size = gzipSync(JSON.stringify(searchEntries(pages))).length
    expect(size).toBeLessThan(150_000)
  })
})
