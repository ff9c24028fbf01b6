import type { CITY_GRID_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { cityHref } from '../../lib/routes.ts'
import { ClimateSparkline } from './climate-sparkline.tsx'
import { Icon } from '../ui/icon.tsx'

/** The last card takes what is left of its row, so that no hole stays. */
const fullRows =
  'max-lg:sm:[&>:last-child:nth-child(odd)]:col-span-2 lg:[&>:last-child:nth-child(3n+1)]:col-span-3 lg:[&>:last-child:nth-child(3n+2)]:col-span-2'

/** Cards of cities; the whole card is the link. */
export function CityGrid({ cities, className = '' }: { cities: CITY_GRID_QUERY_RESULT; className?: string }) {
  if (cities.length === 0) return <p className={`text-muted ${className}`}>No city is published yet.</p>
  return (
    <ul className={`grid border-t border-l border-line sm:grid-cols-2 lg:grid-cols-3 ${fullRows} ${className}`}>
      {cities.map(({ _id, name, state, slug, summary, means }) => (
        <li
          key={_id}
          className="group relative flex flex-col border-r border-b border-line p-6 transition-colors md:p-8 hover:bg-raised"
        >
          <ClimateSparkline
            means={means}
            className="h-12 w-full opacity-80 transition-opacity group-hover:opacity-100"
          />
          <h3 className="mt-6 text-2xl">
            <Link href={cityHref({ slug })} className="after:absolute after:inset-0">
              {name}
            </Link>
          </h3>
          <p className="label mt-1.5 text-muted">{state}</p>
          <p className="mt-4 text-muted">{summary}</p>
        </li>
      ))}
    </ul>
  )
}

/** Cities named at the end of a page. */
const NEIGHBOURS = 4

/** The next few cities in the editors' order, starting over at the end. */
export function OtherCities({ cities, current }: { cities: CITY_GRID_QUERY_RESULT; current: string }) {
  const position = cities.findIndex(({ _id }) => _id === current)
  const others = [...cities.slice(position + 1), ...cities.slice(0, Math.max(position, 0))].slice(0, NEIGHBOURS)
  if (others.length === 0) return null
  return (
    <nav aria-label="Other cities" className="wrap pb-16 md:pb-24">
      <ul className="grid border-t border-line sm:grid-cols-2 lg:grid-cols-4">
        {others.map(({ _id, name, state, slug }) => (
          <li key={_id} className="border-b border-line sm:border-b-0">
            <Link
              href={cityHref({ slug })}
              className="group flex min-h-11 items-center justify-between gap-4 py-5 pr-6"
            >
              <span>
                <span className="font-display text-lg font-semibold">{name}</span>
                <span className="label block text-muted">{state}</span>
              </span>
              <Icon name="arrow" size={20} className="icon-forward" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
