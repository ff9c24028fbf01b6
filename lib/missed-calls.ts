import { dollars } from './price.ts'

/** What an owner knows: calls that nobody answers, how many of them in a hundred would book, and what a job brings. */
export type MissedCalls = {
  missedCallsPerWeek: number
  /** Percent. */
  bookedShare: number
  /** US dollars. */
  averageTicket: number
}

/** The most that each field takes, as the schema has it; where its slider ends, and the slider's step. */
export const MISSED_CALL_FIELDS = {
  missedCallsPerWeek: { max: 500, slider: 60, step: 1 },
  bookedShare: { max: 100, slider: 100, step: 1 },
  averageTicket: { max: 100_000, slider: 3_000, step: 10 },
}

/** Stands in while an editor has entered no example. */
export const MISSED_CALL_EXAMPLE: MissedCalls = { missedCallsPerWeek: 8, bookedShare: 25, averageTicket: 350 }

/**
 * Calls, jobs and US dollars a year that go to somebody else. Calls and jobs are whole, and each step counts with what the
 * step before it shows. What is no number, or below zero, counts as zero.
 */
export function missedCallSums({ missedCallsPerWeek, bookedShare, averageTicket }: MissedCalls) {
  const counted = (value: number) => (value > 0 && Number.isFinite(value) ? value : 0)
  const callsPerYear = Math.round(counted(missedCallsPerWeek) * 52)
  const jobsPerYear = Math.round((callsPerYear * Math.min(counted(bookedShare), 100)) / 100)
  return { callsPerYear, jobsPerYear, revenuePerYear: jobsPerYear * counted(averageTicket) }
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** From here on an amount is written in millions: nobody reads more digits, and a phone has no room for them. */
const MANY_DOLLARS = 10_000_000

const millions = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

const wholeDollars = (amount: number) =>
  amount >= MANY_DOLLARS ? millions.format(amount) : dollars(Math.round(amount))

/** The same as a visitor reads it: what was entered with two decimals at most, sums whole. */
export function missedCallTexts(given: MissedCalls, sums: ReturnType<typeof missedCallSums>): Record<string, string> {
  return {
    missedCallsPerWeek: number.format(given.missedCallsPerWeek),
    bookedShare: `${number.format(given.bookedShare)}%`,
    averageTicket: dollars(given.averageTicket),
    callsPerYear: number.format(sums.callsPerYear),
    jobsPerYear: number.format(sums.jobsPerYear),
    revenuePerYear: wholeDollars(sums.revenuePerYear),
  }
}
