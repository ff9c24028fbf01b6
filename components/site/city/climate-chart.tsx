import { type BusyMonths, BASE_TEMPERATURE_F, findBusyMonths, computeMonthLoads } from '@/lib/site/climate.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { fill } from '../../ui/fill.tsx'
import { formatList } from '@/lib/values/format.ts'

/** Returns undefined for a place that needs only heating or only cooling. */
function formatBusyMonths(labels: UiCopy['cities'], { heating, cooling }: BusyMonths): string | undefined {
  if (heating.length === 0 || cooling.length === 0) return undefined
  return fill(labels.busy, { heating: formatList(heating), cooling: formatList(cooling) })
}

type ClimateChartProps = {
  city: string | null
  labels: UiCopy['cities']
  attributes: Record<string, string | undefined>
  monthlyMeanF: (number | null)[] | null
}

/**
 * Renders the heating load as bars upward and the cooling load as bars downward, on one scale. The data comes from
 * public climate normals.
 */
export function ClimateChart({ city, labels, attributes, monthlyMeanF }: ClimateChartProps) {
  const loads = computeMonthLoads(monthlyMeanF)
  if (!loads) return null
  const heating = Math.max(...loads.map((load) => load.heating))
  const cooling = Math.max(...loads.map((load) => load.cooling))
  const formatHeight = (load: number, largest: number) => `${Math.round((load / largest) * 100)}%`
  return (
    <figure {...attributes}>
      <figcaption className="max-w-176">
        <h2 className="text-title">{fill(labels.climate, { city })}</h2>
        <p className="mt-3 text-lead text-muted-foreground md:mt-5">
          {formatBusyMonths(labels, findBusyMonths(loads))}
        </p>
      </figcaption>
      <p className="climate-key label" aria-hidden="true">
        <span className="text-primary">{labels.heating}</span>
        <span className="text-accent">{labels.cooling}</span>
      </p>
      <ol
        className="climate figures"
        style={{ gridTemplateRows: `minmax(0, ${heating}fr) 2.75rem minmax(0, ${cooling}fr)` }}
        aria-label="Average temperature of each month"
      >
        {loads.map((load) => (
          <li key={load.month}>
            {load.heating > 0 && (
              <span className="bar bg-primary" style={{ height: formatHeight(load.heating, heating) }} />
            )}
            <p>
              <abbr title={load.month}>
                {load.month.slice(0, 1)}
                <span>{load.month.slice(1, 3)}</span>
              </abbr>{' '}
              <span>{Math.round(load.meanF)}°</span>
            </p>
            {load.cooling > 0 && (
              <span className="bar bg-accent" style={{ height: formatHeight(load.cooling, cooling) }} />
            )}
          </li>
        ))}
      </ol>
      <p className="label mt-4 text-muted-foreground">{fill(labels.climateNote, { base: BASE_TEMPERATURE_F })}</p>
    </figure>
  )
}
