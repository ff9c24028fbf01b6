import { BASE_F, monthLoads, yearLoad } from '@/lib/climate.ts'
import { Link } from '../ui/link.tsx'
import { ClimateMonth } from './climate-month.tsx'

type ClimateStripProps = {
  city: string | null
  monthlyMeanF: (number | null)[] | null
  source: { name: string | null; url: string | null } | null
}

const whole = new Intl.NumberFormat('en-US')

/** Twelve months from heating load (up, ember) to cooling load (down, ice), from public climate normals. */
export function ClimateStrip({ city, monthlyMeanF, source }: ClimateStripProps) {
  const loads = monthLoads(monthlyMeanF)
  if (!loads) return null
  const largest = {
    heating: Math.max(...loads.map(({ heating }) => heating)),
    cooling: Math.max(...loads.map(({ cooling }) => cooling)),
  }
  const year = yearLoad(loads)
  return (
    <figure className="wrap band">
      <figcaption className="grid items-end gap-x-12 gap-y-8 lg:grid-cols-12">
        <h2 className="text-title lg:col-span-7">When {city} calls for heat, and when for cool</h2>
        <dl className="label grid grid-cols-2 gap-6 lg:col-span-5">
          <div className="border-t-2 border-ember pt-3">
            <dt className="text-muted">Heating, degree days</dt>
            <dd className="data mt-1 text-[1.75rem] leading-none">{whole.format(year.heating)}</dd>
          </div>
          <div className="border-t-2 border-ice pt-3">
            <dt className="text-muted">Cooling, degree days</dt>
            <dd className="data mt-1 text-[1.75rem] leading-none">{whole.format(year.cooling)}</dd>
          </div>
        </dl>
      </figcaption>
      <ol className="mt-10 grid grid-cols-12" aria-label="Mean temperature of each month">
        {loads.map((load) => (
          <ClimateMonth key={load.month} load={load} largest={largest} />
        ))}
      </ol>
      <p className="label mt-6 max-w-[46rem] text-muted">
        Mean of each month in °F; bars show how far it is from {BASE_F} °F, times the days of the month.
        {source?.name && (
          <>
            {' Source: '}
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
