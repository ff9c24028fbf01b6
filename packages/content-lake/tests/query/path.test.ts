import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPath } from '../../query/evaluate/operators.ts'
import { callGroq, parseGroq } from '../../query/evaluate/groq.ts'

const part = fc.stringMatching(/^[ab]{0,2}$/)
const id = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'))
const pattern = fc
  .array(fc.oneof(part, fc.constantFrom('*', '**', 'a*')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join('.'))

describe('path()', () => {
  it('matches like the regular expression of groq-js', () => {
    fc.assert(
      fc.property(id, pattern, (text, patternText) => {
        const query = parseGroq('$text in path($given)', { text, given: patternText }, 'normal')
        expect(matchesPath(patternText, text)).toBe(callGroq(query))
      }),
      { numRuns: 2000 },
    )
  })

  it('stays fast with many wildcards', () => {
    const startedAt = performance.now()
    expect(matchesPath(`${'**.'.repeat(20)}x`, 'a.'.repeat(2000))).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})
