import { describe, expect, it } from 'vitest'
import {
  evenWordTimes,
  packWordTimes,
  readTimings,
  unpackWordTimes,
  wordsOf,
  writeTimings,
} from '../../../lib/site/word-times.ts'

describe('word times', () => {
  it('round-trip within 26 ms', () => {
    const starts = [1.72, 1.93, 2.4, 2.41, 3.9]
    const back = unpackWordTimes(packWordTimes(starts, 1.7), 1.7)
    expect(back).toHaveLength(5)
    for (const [index, start] of starts.entries())
      expect(Math.abs((back[index] ?? 0) - start)).toBeLessThanOrEqual(0.026)
  })

  it('recover after a pause too long for one character', () => {
    expect(packWordTimes([0, 3, 3.2, 3.5], 0)).toBe('0zt6')
    expect(unpackWordTimes('0zt6', 10)).toEqual([10, 11.75, 13.2, 13.5])
  })

  it('are empty for text without timings', () => expect(unpackWordTimes('', 5)).toEqual([]))

  it('are estimated from word lengths if not measured', () => {
    expect(evenWordTimes(['abc', 'a', 'abc'], 2, 4)).toEqual([2, 2.8, 3.2])
    expect(evenWordTimes([], 2, 4)).toEqual([])
  })

  it('are stored with their lines in one string', () => {
    const lines = [
      { starts: 1.7, words: '04z' },
      { starts: 12, words: '' },
    ]
    expect(writeTimings(lines)).toBe('1.7:04z 12.0:')
    expect(readTimings('1.7:04z 12.0:')).toEqual(lines)
  })

  it('split text at spaces, including non-breaking spaces', () => {
    expect(wordsOf(' It’s 49\u00A0°F, Anna. ')).toEqual(['It’s', '49', '°F,', 'Anna.'])
  })
})
