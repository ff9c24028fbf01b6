import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_INSTRUCTIONS, instructions, LINE_LIMITS } from '../../../lib/dashboard/model/instructions.ts'
import {
  findLineProblem,
  readLines,
  findSharedWords,
  formatSharedWord,
} from '../../../lib/dashboard/assistant/lines.ts'

describe('multi-line list input', () => {
  it('accepts any line ending and strips blank lines and pasted bullets', () => {
    expect(readLines('Furnace repair\r\n\n  Tune-up  \r• Heat pumps\n- Boilers,  steam\n* AC')).toEqual([
      'Furnace repair',
      'Tune-up',
      'Heat pumps',
      'Boilers, steam',
      'AC',
    ])
    expect(readLines(' \n\t\n')).toEqual([])
    // A leading minus sign without a space is not a list bullet.
    expect(readLines('-20 degrees')).toEqual(['-20 degrees'])
  })

  it('reports long, duplicate and excess lines without dropping any', () => {
    const limits = { most: 4, length: 20 }
    const text = 'no heat\nNo Heat\nthe furnace clicks but does not light\nsmoke'
    expect(readLines(text)).toHaveLength(4)
    expect(findLineProblem(text, limits)).toBe(
      'Too long: “the furnace clicks but does no …”. Use 20 characters or fewer per line. Duplicates: “no heat”. List each only once.',
    )
    expect(findLineProblem('no heat\nsmoke', limits)).toBeUndefined()
    expect(findLineProblem('a\nb\nc\nd', limits)).toBeUndefined()
    expect(findLineProblem('a\nb\nc\nd\ne', limits)).toBe('Too many lines: 5. Enter up to 4.')
  })

  it('quotes at most four invalid lines', () => {
    const letters = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(findLineProblem([...letters, ...letters].join('\n'), { most: 20, length: 9 })).toBe(
      'Duplicates: “a”, “b”, “c”, “d”, and 2 more. List each only once.',
    )
  })

  it('passes the schema if and only if no problem is reported', () => {
    const line = fc.oneof(
      fc.constantFrom('no heat', 'No heat', 'smoke', '', '  ', 'x'.repeat(80), 'y'.repeat(81)),
      fc.string({ maxLength: 90 }).filter((text) => !text.includes('\0')),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 70 }), (allLines) => {
        const text = allLines.join('\n')
        const urgencyWords = { ...DEFAULT_INSTRUCTIONS.urgencyWords, now: readLines(text) }
        const isValid = instructions.safeParse({ ...DEFAULT_INSTRUCTIONS, urgencyWords }).success
        expect(isValid).toBe(findLineProblem(text, LINE_LIMITS.words) === undefined)
      }),
    )
  })
})

describe('findSharedWords', () => {
  it('returns the urgency that takes precedence for each shared keyword', () => {
    const words = { now: ['smoke'], today: ['no heat', 'Smoke'], soon: ['strange noise'], later: ['no heat', 'quote'] }
    const shared = findSharedWords(words)
    expect(shared).toEqual([
      { word: 'smoke', urgencies: ['now', 'today'] },
      { word: 'no heat', urgencies: ['today', 'later'] },
    ])
    expect(shared.map(formatSharedWord)).toEqual([
      '“smoke” is listed under Now and Today and counts as Now.',
      '“no heat” is listed under Today and Flexible and counts as Today.',
    ])
  })

  it('ignores duplicates within one list and finds none in the default lists', () => {
    expect(findSharedWords(DEFAULT_INSTRUCTIONS.urgencyWords)).toEqual([])
    expect(findSharedWords({ now: ['smoke', 'Smoke'], today: [], soon: [], later: [] })).toEqual([])
  })
})
