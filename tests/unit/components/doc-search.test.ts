import fc from 'fast-check'
import { parse } from 'groq-js'
import { describe, expect, it } from 'vitest'
import { excerptAround, markWords, MAX_QUERY_LENGTH, patternsOf, queryIn, wordsOf } from '../../../lib/docs/search.ts'
import { docSearchRead } from '../../../sanity/queries/documentation.ts'

describe('the query of a search', () => {
  it('is the first one, trimmed, and bounded', () => {
    expect(queryIn(undefined)).toBe('')
    expect(queryIn('  two \n words ')).toBe('two words')
    expect(queryIn(['first', 'second'])).toBe('first')
    expect(queryIn([])).toBe('')
    expect(queryIn('x'.repeat(5000))).toHaveLength(MAX_QUERY_LENGTH)
  })

  it('becomes at most six different lower-case words', () => {
    expect(wordsOf('Calendar, calendar: “write” access')).toEqual(['calendar', 'write', 'access'])
    expect(wordsOf('a b c d e f g h')).toHaveLength(6)
    expect(wordsOf('*** !!! "')).toEqual([])
  })

  it('carries nothing but letters and digits into the patterns, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const pattern of patternsOf(wordsOf(queryIn(text)))) expect(pattern).toMatch(/^[\p{L}\p{N}]+\*$/u)
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

describe('the query to the Content Lake', () => {
  it('has the words as a parameter only', () => {
    const read = docSearchRead(patternsOf(wordsOf('"] | {secret} //')))
    expect(read.params).toEqual({ patterns: ['secret*'], limit: 20 })
    expect(read.query).not.toContain('secret')
    expect(() => parse(read.query, { params: read.params })).not.toThrow()
  })
})
