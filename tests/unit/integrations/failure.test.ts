import { expect, it } from 'vitest'
import { FAILURES, isFailureCode } from '../../../lib/integrations/failure.ts'

it('is one of those that there are words for', () => {
  expect(isFailureCode('key_refused')).toBe(true)
  expect(isFailureCode(null)).toBe(false)
  expect(['', 'null', 'toString', 'another'].filter(isFailureCode)).toEqual([])
})

it.each(Object.entries(FAILURES))('%s asks to connect anew where only that helps, and not elsewhere', (_, failure) => {
  expect(/sign in again|connect again|paste a new one/i.test(failure.words)).toBe(failure.again)
})
