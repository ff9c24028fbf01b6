import { formatDollars } from '../values/price.ts'

export type MissedCalls = {
  missedCallsPerWeek: number
  /** Percentage of missed calls that would become booked jobs. */
  bookedShare: number
  /** Average revenue per job in US dollars. */
  averageTicket: number
}

/** Maximum of each field, as in the schema, and end and step of its slider. */
export const MISSED_CALL_FIELDS = {
  missedCallsPerWeek: { max: 500, slider: 60, step: 1 },
  bookedShare: { max: 100, slider: 100, step: 1 },
  averageTicket: { max: 100_000, slider: 3_000, step: 10 },
}

/** Default values until an editor enters an example. */
export const MISSED_CALL_EXAMPLE: MissedCalls = { missedCallsPerWeek: 8, bookedShare: 25, averageTicket: 350 }

/**
 * Computes sums in US dollars per year. Each step uses the rounded result of the previous one. Invalid and negative
 * input counts as zero.
 */
export function computeMissedCallSums({ missedCallsPerWeek, bookedShare, averageTicket }: MissedCalls) {
  const clampToPositive = (value: number) => (value > 0 && Number.isFinite(value) ? value : 0)
  const callsPerYear = Math.round(clampToPositive(missedCallsPerWeek) * 52)
  const jobsPerYear = Math.round((callsPerYear * Math.min(clampToPositive(bookedShare), 100)) / 100)
  return { callsPerYear, jobsPerYear, revenuePerYear: jobsPerYear * clampToPositive(averageTicket) }
}

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Amounts of at least this limit are shown in millions, so that they fit on a phone. */
const MILLIONS_THRESHOLD_DOLLARS = 10_000_000

const millionsFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

const formatAmount = (amount: number) =>
  amount >= MILLIONS_THRESHOLD_DOLLARS ? millionsFormat.format(amount) : formatDollars(Math.round(amount))

/** Formats the input with at most two decimals, and the sums as integers. */
export function formatMissedCalls(
  input: MissedCalls,
  sums: ReturnType<typeof computeMissedCallSums>,
): Record<string, string> {
  return {
    missedCallsPerWeek: numberFormat.format(input.missedCallsPerWeek),
    bookedShare: `${numberFormat.format(input.bookedShare)}%`,
    averageTicket: formatDollars(input.averageTicket),
    callsPerYear: numberFormat.format(sums.callsPerYear),
    jobsPerYear: numberFormat.format(sums.jobsPerYear),
    revenuePerYear: formatAmount(sums.revenuePerYear),
  }
}
