import { describe, expect, it } from 'vitest'
import {
  estimateWordTimes,
  packWordTimes,
  parseTimings,
  unpackWordTimes,
  splitWords,
  formatTimings,
} from '../../../lib/site/word-times.ts'

describe('word times', () => {
  it('round-trip within 26 ms', () => {
    const startTimes = [1.72, 1.93, 2.4, 2.41, 3.9]
    const unpacked = unpackWordTimes(packWordTimes(startTimes, 1.7), 1.7)
    expect(unpacked).toHaveLength(5)
    for (const [index, start] of startTimes.entries())
      expect(Math.abs((unpacked[index] ?? 0) - start)).toBeLessThanOrEqual(0.026)
  })

  it('are correct again after a pause that is too long to encode', () => {
    expect(packWordTimes([0, 3, 3.2, 3.5], 0)).toBe('0zt6')
    expect(unpackWordTimes('0zt6', 10)).toEqual([10, 11.75, 13.2, 13.5])
  })

  it('are empty for text without timings', () => expect(unpackWordTimes('', 5)).toEqual([]))

  it('are estimated from word lengths if not measured', () => {
    expect(estimateWordTimes(['abc', 'a', 'abc'], 2, 4)).toEqual([2, 2.8, 3.2])
    expect(estimateWordTimes([], 2, 4)).toEqual([])
  })

  it('are stored with their lines in one string', () => {
    const lines = [
      { starts: 1.7, words: '04z' },
      { starts: 12, words: '' },
    ]
    expect(formatTimings(lines)).toBe('1.7:04z 12.0:')
    expect(parseTimings('1.7:04z 12.0:')).toEqual(lines)
  })

  it('split text at spaces, including non-breaking spaces', () => {
    expect(splitWords(' It’s 49\u00A0°F, Anna. ')).toEqual(['It’s', '49', '°F,', 'Anna.'])
  })
})
