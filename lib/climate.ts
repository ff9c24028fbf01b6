/** Base temperature of heating and cooling degree days in the United States, in °F (NOAA). */
export const BASE_F = 65

/** Mean month length in days, for degree days from a monthly mean. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** One month: mean in °F and the degree days its mean alone makes; one of the two loads is always zero. */
export type MonthLoad = { month: (typeof MONTHS)[number]; meanF: number; heating: number; cooling: number }

/** Degree days of each month from twelve monthly means; undefined when there are not twelve numbers. */
export function monthLoads(monthlyMeanF: (number | null)[] | null | undefined): MonthLoad[] | undefined {
  if (monthlyMeanF?.length !== 12) return undefined
  const loads = MONTHS.flatMap((month, index) => {
    const meanF = monthlyMeanF[index]
    if (typeof meanF !== 'number' || !Number.isFinite(meanF)) return []
    const days = DAYS[index] ?? 30
    return {
      month,
      meanF,
      heating: Math.round(Math.max(0, BASE_F - meanF) * days),
      cooling: Math.round(Math.max(0, meanF - BASE_F) * days),
    }
  })
  return loads.length === 12 ? loads : undefined
}

/** Heating and cooling degree days of the year. */
export function yearLoad(loads: MonthLoad[]): { heating: number; cooling: number } {
  return loads.reduce((sum, load) => ({ heating: sum.heating + load.heating, cooling: sum.cooling + load.cooling }), {
    heating: 0,
    cooling: 0,
  })
}
