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

/** Months that are named as the busiest. */
const BUSIEST = 3

export type BusyMonths = { heating: string[]; cooling: string[] }

/** The three months with the most heating, from December on, and those with the most cooling; fewer where the others have none. */
export function busyMonths(loads: MonthLoad[]): BusyMonths {
  const most = (kind: 'heating' | 'cooling', year: MonthLoad[]) => {
    const busiest = new Set(year.toSorted((one, other) => other[kind] - one[kind]).slice(0, BUSIEST))
    return year.filter((load) => busiest.has(load) && load[kind] > 0).map(({ month }) => month)
  }
  return { heating: most('heating', [...loads.slice(6), ...loads.slice(0, 6)]), cooling: most('cooling', loads) }
}
