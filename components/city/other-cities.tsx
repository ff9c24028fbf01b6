import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { cityHref } from './city-href.ts'
import type { CityPageProps } from './types.ts'

/** Cities named at the end of a page. */
const NEIGHBOURS = 4

/** The next few cities in the editors' order, starting over at the end. */
export function OtherCities({ cities, current }: { cities: CityPageProps['cities']; current: string }) {
  const position = cities.findIndex(({ _id }) => _id === current)
  const others = [...cities.slice(position + 1), ...cities.slice(0, Math.max(position, 0))].slice(0, NEIGHBOURS)
  if (others.length === 0) return null
  return (
    <nav aria-label="Other cities" className="wrap pb-16 md:pb-24">
      <ul className="grid border-t border-line sm:grid-cols-2 lg:grid-cols-4">
        {others.map(({ _id, name, state, slug }) => (
          <li key={_id} className="border-b border-line sm:border-b-0">
            <Link href={cityHref(slug)} className="group flex min-h-11 items-center justify-between gap-4 py-5 pr-6">
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
