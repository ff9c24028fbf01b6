/** Base temperature of US degree days in °F (NOAA). */
export const BASE_TEMPERATURE_F = 65

/** Days per month, used to compute degree days from a monthly mean. */
const DAYS_PER_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Mean temperature in °F and its degree days. Either `heating` or `cooling` is always zero. */
export type MonthLoad = { month: string; meanF: number; heating: number; cooling: number }

export function computeMonthLoads(monthlyMeanF: (number | null)[] | null | undefined): MonthLoad[] | undefined {
  if (monthlyMeanF?.length !== 12) return undefined
  const loads = MONTHS.flatMap((month, index) => {
    const meanF = monthlyMeanF[index]
    if (typeof meanF !== 'number' || !Number.isFinite(meanF)) return []
    const days = DAYS_PER_MONTH[index] ?? 30
    return {
      month,
      meanF,
      heating: Math.round(Math.max(0, BASE_TEMPERATURE_F - meanF) * days),
      cooling: Math.round(Math.max(0, meanF - BASE_TEMPERATURE_F) * days),
    }
  })
  return loads.length === 12 ? loads : undefined
}

const BUSY_MONTH_COUNT = 3

export type BusyMonths = { heating: string[]; cooling: string[] }

/**
 * Returns the three months with the most heating and the three with the most cooling. Heating months follow the winter,
 * so December precedes January. Returns fewer months if the others need none.
 */
export function findBusyMonths(loads: MonthLoad[]): BusyMonths {
  const findBusiestMonths = (kind: 'heating' | 'cooling', year: MonthLoad[]) => {
    const busiestLoads = new Set(year.toSorted((a, b) => b[kind] - a[kind]).slice(0, BUSY_MONTH_COUNT))
    return year.filter((load) => busiestLoads.has(load) && load[kind] > 0).map(({ month }) => month)
  }
  return {
    heating: findBusiestMonths('heating', [...loads.slice(6), ...loads.slice(0, 6)]),
    cooling: findBusiestMonths('cooling', loads),
  }
}
