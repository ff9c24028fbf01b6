import { type MonthLoad, BASE_F, monthLoads, yearLoad } from '@/lib/climate.ts'
import type { Words } from '@/lib/words.ts'
import { fill } from '../ui/fill.tsx'
import { Link } from '../ui/link.tsx'

/** Largest loads of a month, which share the height of the strip: one scale for both directions. */
type Largest = { heating: number; cooling: number }

/** Height of a month's bar in percent of its part of the strip. */
const heightOf = (load: number, largest: number) => `${largest > 0 ? Math.round((load / largest) * 100) : 0}%`

const rowsOf = ({ heating, cooling }: Largest) => `minmax(0, ${heating}fr) 3rem minmax(0, ${cooling}fr)`

/** One month of the strip: its name and mean between the two loads. */
function ClimateMonth({ load, largest }: { load: MonthLoad; largest: Largest }) {
  return (
    <li className="grid h-68 md:h-84" style={{ gridTemplateRows: rowsOf(largest) }}>
      <span className="flex flex-col justify-end px-px sm:px-0.5">
        <span
          className="bar block rounded-t-sm bg-primary"
          style={{ height: heightOf(load.heating, largest.heating) }}
        />
      </span>
      <span className="data flex flex-col items-center justify-center border-y leading-tight text-[0.6875rem] sm:text-sm">
        <abbr title={load.month} className="no-underline">
          <span className="sm:hidden">{load.month.slice(0, 1)}</span>
          <span className="hidden sm:inline">{load.month.slice(0, 3)}</span>
        </abbr>
        <span className="text-muted-foreground">{Math.round(load.meanF)}°</span>
      </span>
      <span className="flex flex-col px-px sm:px-0.5">
        <span
          className="bar block rounded-b-sm bg-accent"
          style={{ height: heightOf(load.cooling, largest.cooling) }}
        />
      </span>
    </li>
  )
}

type ClimateChartProps = {
  city: string | null
  words: Words
  /** What lets editors click on it in the preview. */
  attributes: Record<string, string | undefined>
  monthlyMeanF: (number | null)[] | null
  source: { name: string | null; url: string | null } | null
}

const whole = new Intl.NumberFormat('en-US')

/** Twelve months from heating load (up, ember) to cooling load (down, ice), from public climate normals. */
export function ClimateChart({ city, words, attributes, monthlyMeanF, source }: ClimateChartProps) {
  const loads = monthLoads(monthlyMeanF)
  if (!loads) return null
  const largest = {
    heating: Math.max(...loads.map(({ heating }) => heating)),
    cooling: Math.max(...loads.map(({ cooling }) => cooling)),
  }
  const year = yearLoad(loads)
  return (
    <figure className="wrap section" {...attributes}>
      <figcaption className="grid items-end gap-x-12 gap-y-8 lg:grid-cols-12">
        <h2 className="text-title lg:col-span-7">{fill(words.cities.climate, { city })}</h2>
        <dl className="label grid grid-cols-2 gap-6 lg:col-span-5">
          <div className="border-t-2 border-primary pt-3">
            <dt className="text-muted-foreground">{words.cities.heating}</dt>
            <dd className="data mt-1 text-heading leading-none">{whole.format(year.heating)}</dd>
          </div>
          <div className="border-t-2 border-accent pt-3">
            <dt className="text-muted-foreground">{words.cities.cooling}</dt>
            <dd className="data mt-1 text-heading leading-none">{whole.format(year.cooling)}</dd>
          </div>
        </dl>
      </figcaption>
      <ol className="mt-10 grid grid-cols-12" aria-label="Mean temperature of each month">
        {loads.map((load) => (
          <ClimateMonth key={load.month} load={load} largest={largest} />
        ))}
      </ol>
      <p className="label mt-6 max-w-184 text-muted-foreground">
        {fill(words.cities.climateNote, { base: BASE_F })}
        {source?.name && (
          <>
            {' '}
            {words.lists.source}{' '}
            <Link href={source.url} className="text-link">
              {source.name}
            </Link>
            .
          </>
        )}
      </p>
    </figure>
  )
}
