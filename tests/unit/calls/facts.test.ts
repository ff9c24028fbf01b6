import { describe, expect, it } from 'vitest'
import type { TranscriptLine, UnderstoodFact } from '../../../lib/calls/call.ts'
import { factsOf, markedPieces } from '../../../lib/calls/facts.ts'

const line = (text: string, ...understood: UnderstoodFact[]): TranscriptLine => ({
  speaker: 'caller',
  text,
  at: 0,
  understood,
})

const quoted = (quote?: string): UnderstoodFact => ({ field: 'problem', value: 'x', ...(quote && { quote }) })

/** A line with its marks in brackets. */
const marked = (said: TranscriptLine) =>
  markedPieces(said)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

describe('a line of a transcript', () => {
  it.each([
    ['nothing was understood', line('No heat.'), 'No heat.'],
    ['words in the middle gave a fact', line('We have no heat here.', quoted('no heat')), 'We have [no heat] here.'],
    ['all of it did', line('No heat', quoted('no HEAT')), '[No heat]'],
    ['two parts did', line('No heat, a baby.', quoted('baby'), quoted('No heat')), '[No heat], a [baby].'],
    [
      'one part is in another',
      line('a strong smell of gas', quoted('smell of gas'), quoted('strong smell of gas')),
      'a [strong smell of gas]',
    ],
    ['two parts overlap', line('one two three', quoted('one two'), quoted('two three')), '[one two three]'],
    ['two parts meet', line('one two', quoted('one '), quoted('two')), '[one two]'],
    ['the words are not there', line('Yes.', quoted('no heat'), quoted()), 'Yes.'],
  ])('is marked when %s', (_, said, expected) => {
    expect(marked(said)).toBe(expected)
    expect(
      markedPieces(said)
        .map(({ text }) => text)
        .join(''),
    ).toBe(said.text)
  })
})

describe('a handover note', () => {
  it('has nine fields, each with what was understood last', () => {
    const facts = factsOf([
      line('a', { field: 'problem', value: 'first' }),
      line('b', { field: 'problem', value: 'last' }, { field: 'name', value: 'Ada' }),
    ])
    expect(facts.map(({ field }) => field)).toEqual([
      'problem',
      'safety',
      'system',
      'address',
      'urgency',
      'name',
      'phone',
      'fee',
      'window',
    ])
    expect(facts[0]?.fact).toMatchObject({ value: 'last', line: 1 })
    expect(facts[5]?.fact).toMatchObject({ value: 'Ada', line: 1 })
    expect(facts[1]?.fact).toBeUndefined()
  })

  it('has what a person corrected, also of an earlier line', () => {
    const [problem] = factsOf([
      line('a', { field: 'problem', value: 'meant', corrected: true }),
      line('b', { field: 'problem', value: 'heard' }),
    ])
    expect(problem?.fact).toMatchObject({ value: 'meant', line: 0 })
  })
})
