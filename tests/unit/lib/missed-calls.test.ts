import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeMissedCallSums, formatMissedCalls } from '../../../lib/site/missed-calls.ts'

const example = { missedCallsPerWeek: 8, bookedShare: 30, averageTicket: 450 }

describe('missed calls', () => {
  it('are calculated over 52 weeks with booking rate and average ticket', () => {
    expect(computeMissedCallSums(example)).toEqual({ callsPerYear: 416, jobsPerYear: 125, revenuePerYear: 56_250 })
  })

  it.each([Number.NaN, -3, Number.POSITIVE_INFINITY])('count %s as zero', (invalidCount) => {
    expect(computeMissedCallSums({ ...example, missedCallsPerWeek: invalidCount }).revenuePerYear).toBe(0)
    expect(computeMissedCallSums({ ...example, averageTicket: invalidCount }).revenuePerYear).toBe(0)
  })

  it('never book more jobs than calls', () => {
    expect(computeMissedCallSums({ ...example, bookedShare: 400 }).jobsPerYear).toBe(416)
  })

  it('are formatted for every step of the calculation', () => {
    expect(formatMissedCalls(example, computeMissedCallSums(example))).toEqual({
      missedCallsPerWeek: '8',
      bookedShare: '30%',
      averageTicket: '$450',
      callsPerYear: '416',
      jobsPerYear: '125',
      revenuePerYear: '$56,250',
    })
  })

  it('abbreviate large amounts and format zero as $0', () => {
    const formatRevenue = (missedCallsPerWeek: number, averageTicket: number) => {
      const input = { missedCallsPerWeek, bookedShare: 100, averageTicket }
      return formatMissedCalls(input, computeMissedCallSums(input)).revenuePerYear
    }
    expect([formatRevenue(500, 100_000), formatRevenue(0, 350), formatRevenue(1, 0)]).toEqual(['$2.6B', '$0', '$0'])
  })

  it('yield whole jobs and a revenue of exactly jobs times ticket', () => {
    const parseAmount = (text = '') => Number(text.replaceAll(/[$,]/g, ''))
    const calls = fc.double({ min: 0, max: 500, noNaN: true })
    fc.assert(
      fc.property(calls, fc.nat(100), fc.nat(100_000), (missedCallsPerWeek, bookedShare, averageTicket) => {
        const input = { missedCallsPerWeek, bookedShare, averageTicket }
        const { jobsPerYear, revenuePerYear } = formatMissedCalls(input, computeMissedCallSums(input))
        expect(jobsPerYear).toMatch(/^[\d,]+$/)
        const revenue = parseAmount(jobsPerYear) * averageTicket
        if (revenue < 10_000_000) expect(parseAmount(revenuePerYear)).toBe(revenue)
        else expect(revenuePerYear).toMatch(/^\$[\d.]+[MB]$/)
        expect(Math.abs(parseAmount(jobsPerYear) - (missedCallsPerWeek * 52 * bookedShare) / 100)).toBeLessThanOrEqual(
          1,
        )
      }),
    )
  })
})
