import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missedCallSums, missedCallTexts } from '../../../lib/missed-calls.ts'

const example = { missedCallsPerWeek: 8, bookedShare: 30, averageTicket: 450 }

describe('missed calls', () => {
  it('are counted over 52 weeks, the share that books, and what a job brings', () => {
    expect(missedCallSums(example)).toEqual({ callsPerYear: 416, jobsPerYear: 124.8, revenuePerYear: 56_160 })
  })

  it.each([Number.NaN, -3, Number.POSITIVE_INFINITY])('take %s for nothing', (nonsense) => {
    expect(missedCallSums({ ...example, missedCallsPerWeek: nonsense }).revenuePerYear).toBe(0)
    expect(missedCallSums({ ...example, averageTicket: nonsense }).revenuePerYear).toBe(0)
  })

  it('never book more than all calls', () => {
    expect(missedCallSums({ ...example, bookedShare: 400 }).jobsPerYear).toBe(416)
  })

  it('are written as the arithmetic that a reader can check', () => {
    expect(missedCallTexts(example, missedCallSums(example))).toEqual({
      missedCallsPerWeek: '8',
      bookedShare: '30%',
      averageTicket: '$450',
      callsPerYear: '416',
      jobsPerYear: '124.8',
      revenuePerYear: '$56,160',
    })
  })

  it('show jobs without rounding them, whatever whole numbers come in', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), (missedCallsPerWeek, bookedShare) => {
        const given = { missedCallsPerWeek, bookedShare, averageTicket: 1 }
        const { jobsPerYear } = missedCallTexts(given, missedCallSums(given))
        expect(Number(jobsPerYear?.replaceAll(',', '')) * 100).toBeCloseTo(missedCallsPerWeek * 52 * bookedShare, 6)
      }),
    )
  })
})
