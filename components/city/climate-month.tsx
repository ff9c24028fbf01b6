import type { MonthLoad } from '@/lib/climate.ts'

/** Largest loads of a month, which share the height of the strip: one scale for both directions. */
export type Largest = { heating: number; cooling: number }

/** Height of a month's bar in percent of its part of the strip. */
const heightOf = (load: number, largest: number) => `${largest > 0 ? Math.round((load / largest) * 100) : 0}%`

const rowsOf = ({ heating, cooling }: Largest) => `minmax(0, ${heating}fr) 3rem minmax(0, ${cooling}fr)`

/** One month of the strip: its name and mean between the two loads. */
export function ClimateMonth({ load, largest }: { load: MonthLoad; largest: Largest }) {
  return (
    <li className="grid h-[17rem] md:h-[21rem]" style={{ gridTemplateRows: rowsOf(largest) }}>
      <span className="flex flex-col justify-end px-px sm:px-0.5">
        <span className="block rounded-t-sm bg-ember" style={{ height: heightOf(load.heating, largest.heating) }} />
      </span>
      <span className="data flex flex-col items-center justify-center border-y leading-tight border-line text-[0.6875rem] sm:text-[0.875rem]">
        <abbr title={load.month} className="no-underline">
          <span className="sm:hidden">{load.month.slice(0, 1)}</span>
          <span className="hidden sm:inline">{load.month.slice(0, 3)}</span>
        </abbr>
        <span className="text-muted">{Math.round(load.meanF)}°</span>
      </span>
      <span className="flex flex-col px-px sm:px-0.5">
        <span className="block rounded-b-sm bg-ice" style={{ height: heightOf(load.cooling, largest.cooling) }} />
      </span>
    </li>
  )
}
