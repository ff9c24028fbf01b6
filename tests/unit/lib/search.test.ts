import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchEntry } from '../../../lib/search/entry.ts'
import { searcher } from '../../../lib/search/find.ts'
import { searchEntries, type SearchPage, textsIn } from '../../../lib/search/index-file.ts'
import { excerptAround, markWords, MAX_QUERY_LENGTH, queryIn, tellingWords, wordsOf } from '../../../lib/search/text.ts'

describe('the query of a search', () => {
  it('is the first one, trimmed, and bounded', () => {
    expect(queryIn(undefined)).toBe('')
    expect(queryIn('  two \n words ')).toBe('two words')
    expect(queryIn(['first', 'second'])).toBe('first')
    expect(queryIn([])).toBe('')
    expect(queryIn('x'.repeat(5000))).toHaveLength(MAX_QUERY_LENGTH)
  })

  it('becomes lower-case words without accents', () => {
    expect(wordsOf('Calendar: “write” ACCESS, São Paulo, e\u0301te\u0301')).toEqual([
      'calendar',
      'write',
      'access',
      'sao',
      'paulo',
      'ete',
    ])
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

  it('is cut round the first word found', () => {
    const text = `${'before '.repeat(40)}calendar ${'after '.repeat(80)}`
    const excerpt = excerptAround(text, ['calendar']) ?? ''
    expect(excerpt).toContain('calendar')
    expect(excerpt.startsWith('… ')).toBe(true)
    expect(excerpt.endsWith(' …')).toBe(true)
    expect(excerpt.length).toBeLessThan(200)
    expect(excerptAround(text, ['nothing'])).toBeUndefined()
  })
})

const entry = (title: string, more: Partial<SearchEntry> = {}): SearchEntry => ({
  href: `/${title.toLowerCase().replaceAll(' ', '-')}`,
  kind: 'page',
  title,
  summary: '',
  headings: [],
  words: '',
  ...more,
})

const entries = [
  entry('Pricing', { summary: 'What the assistant costs a month.' }),
  entry('Getting started', { words: 'calendar furnace forward number' }),
  entry('Furnace questions', { headings: ['No heat at night'] }),
  entry('Calendar access', { summary: 'Read-only, in plain words.' }),
]

const find = await searcher(entries)
const titles = (query: string) => find(query).map(({ entry: { title } }) => title)

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
    const near = await searcher([entry('Call'), entry('Wall'), entry('Calls')])
    expect(
      near('call')
        .map(({ entry: { title } }) => title)
        .toSorted(),
    ).toEqual(['Call', 'Calls'])
  })

  it('asks for every word that says something', () => {
    expect(titles('how do I forward my furnace')).toEqual(['Getting started'])
    expect(titles('furnace pricing')).toEqual([])
    expect(titles('')).toEqual([])
    expect(titles('*** {}')).toEqual([])
  })

  it('answers whatever is typed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (query) => void find(query)))
  })
})

describe('the words of a page', () => {
  it('are those for visitors, in reading order', () => {
    const block = (text: string) => ({
      _type: 'block',
      style: 'normal',
      children: [{ _type: 'span', text, marks: [] }],
    })
    const blocks = [
      {
        _key: 'a',
        _type: 'heroBlock',
        heading: 'No heat',
        imageSide: 'left',
        actions: [{ label: 'Call', href: '/x' }],
      },
      { _key: 'b', _type: 'richTextBlock', body: [block('A furnace '), block('and a fan')] },
      { _type: 'pricingBlock', plans: [{ name: 'Solo', features: ['One line', 'Texts'], monthly: 9 }, null] },
      { _type: 'comparisonBlock', rows: [{ feature: 'Paging', cells: ['Yes', 'No'] }] },
    ]
    expect(textsIn(blocks)).toEqual([
      'No heat',
      'Call',
      'A furnace ',
      'and a fan',
      'Solo',
      'One line',
      'Texts',
      'Paging',
      'Yes',
      'No',
    ])
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
    const [first] = searchEntries([page(1, 'The title of a furnace: FURNACE, heading 12 x fans')])
    expect(first).toEqual({
      href: '/page-1',
      kind: 'post',
      title: 'The Title',
      summary: 'A summary.',
      headings: ['A heading'],
      words: 'furnace 12 fans',
    })
  })

  it('stays small however many pages there are', () => {
    const pages = Array.from({ length: 2000 }, (_, number) =>
      page(number, Array.from({ length: 500 }, (_word, index) => `word${(number * 31 + index * 7) % 9000}`).join(' ')),
    )
    const size = gzipSync(JSON.stringify(searchEntries(pages))).length
    expect(size).toBeLessThan(150_000)
  })
})
