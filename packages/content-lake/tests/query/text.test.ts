import { describe, expect, it } from 'vitest'
import { buildLakeDocument, fetchResult } from './fixtures.ts'

const buildSpan = (_key: string, text: string) => ({ _key, _type: 'span', text })
const documents = [
  buildLakeDocument({
    _id: 'a',
    _type: 'faqItem',
    question: 'Does it answer the phone at night?',
    tags: ['24/7', 'Night shift'],
  }),
  buildLakeDocument({
    _id: 'b',
    _type: 'faqItem',
    question: 'Night night',
    answer: [{ _key: 'p', _type: 'block', children: [buildSpan('1', 'It never mis'), buildSpan('2', 'ses a call.')] }],
  }),
  buildLakeDocument({ _id: 'c', _type: 'faqItem', question: 'Who owns the data?' }),
]

const runTextQuery = (text: unknown, left = '@') =>
  fetchResult(documents, `*[${left} match text::query($text)]._id`, { params: { text } })

describe('text::query', () => {
  it.each([
    ['night', ['a', 'b']],
    ['NIGHT phone', ['a']],
    ['nigh', []],
    ['nigh*', ['a', 'b']],
    ['*ight', ['a', 'b']],
    ['n*t', ['a', 'b']],
    ['"night shift"', ['a']],
    ['"night phone"', []],
    ['"phone at nig*"', ['a']],
    ['night -phone', ['b']],
    ['-night', ['c']],
    ['misses', ['b']],
    ['"misses a call"', ['b']],
    ['"shift does"', []],
    ['', ['a', 'b', 'c']],
    ['*', ['a', 'b', 'c']],
    ['"unclosed', []],
    ['faqItem', []],
    ['***', ['a', 'b', 'c']],
    ['?!', ['a', 'b', 'c']],
  ])('for %j returns %j', (text, expected) => {
    expect(runTextQuery(text)).toEqual(expected)
  })

  it('searches the value on its left', () => {
    expect(runTextQuery('night', 'tags')).toEqual(['a'])
    expect(runTextQuery('b', '[@, _id]')).toEqual(['b'])
    expect(runTextQuery('misses', 'pt::text(answer)')).toEqual(['b'])
    expect(runTextQuery('night', 'nothing')).toEqual([])
  })

  it('matches nothing for an argument that is not a string', () => {
    expect(runTextQuery(null)).toEqual([])
    expect(runTextQuery(3)).toEqual([])
  })

  it('ranks by occurrences and boosts', () => {
    const query =
      '*[_type == "faqItem"] | score(boost(question match text::query("data"), 5), question match text::query("night")) [_score > 0]'
    expect(fetchResult(documents, `${query}._id`)).toEqual(['c', 'b', 'a'])
  })

  it('stays fast with many wildcards', () => {
    const longDocuments = [buildLakeDocument({ _id: 'x', _type: 't', text: 'a'.repeat(5000) })]
    const pattern = `${'a*'.repeat(500)}b`
    expect(fetchResult(longDocuments, '*[text match text::query($pattern)]', { params: { pattern } })).toEqual([])
  })
})
