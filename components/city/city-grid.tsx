import type { CITY_GRID_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { cityHref } from './city-href.ts'
import { YearLine } from './year-line.tsx'

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
          className="group relative flex flex-col border-r border-b border-line p-6 transition-colors md:p-8 duration-200 hover:bg-raised"
        >
          <YearLine
            means={means}
            className="h-12 w-full opacity-80 transition-opacity duration-200 group-hover:opacity-100"
          />
          <h3 className="mt-6 text-2xl">
            <Link href={cityHref(slug)} className="after:absolute after:inset-0">
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
