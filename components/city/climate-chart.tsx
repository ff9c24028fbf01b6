import { type BusyMonths, BASE_F, busyMonths, monthLoads } from '@/lib/climate.ts'
import type { Words } from '@/lib/words.ts'
import { fill } from '../ui/fill.tsx'

const inWords = new Intl.ListFormat('en-US')

/** The sentence of what the year means; nothing where a place needs only one of the two. */
function busySentence(words: Words['cities'], { heating, cooling }: BusyMonths): string | undefined {
  if (heating.length === 0 || cooling.length === 0) return undefined
  return fill(words.busy, { heating: inWords.format(heating), cooling: inWords.format(cooling) })
}

type ClimateChartProps = {
  city: string | null
  words: Words['cities']
  /** What lets editors click on it in the preview. */
  attributes: Record<string, string | undefined>
  monthlyMeanF: (number | null)[] | null
}

/** Twelve months from heating load (up, ember) to cooling load (down, ice), from public climate normals, on one scale. */
export function ClimateChart({ city, words, attributes, monthlyMeanF }: ClimateChartProps) {
  const loads = monthLoads(monthlyMeanF)
  if (!loads) return null
  const heating = Math.max(...loads.map((load) => load.heating))
  const cooling = Math.max(...loads.map((load) => load.cooling))
  const heightOf = (load: number, largest: number) => `${Math.round((load / largest) * 100)}%`
  return (
    <figure {...attributes}>
      <figcaption className="max-w-176">
        <h2 className="text-title">{fill(words.climate, { city })}</h2>
        <p className="mt-3 text-lead text-muted-foreground md:mt-5">{busySentence(words, busyMonths(loads))}</p>
      </figcaption>
      <p className="climate-key label" aria-hidden="true">
        <span className="text-primary">{words.heating}</span>
        <span className="text-accent">{words.cooling}</span>
      </p>
      <ol
        className="climate figures"
        style={{ gridTemplateRows: `minmax(0, ${heating}fr) 2.75rem minmax(0, ${cooling}fr)` }}
        aria-label="Average temperature of each month"
      >
        {loads.map((load) => (
          <li key={load.month}>
            {load.heating > 0 && (
              <span className="bar bg-primary" style={{ height: heightOf(load.heating, heating) }} />
            )}
            <p>
              <abbr title={load.month}>
                {load.month.slice(0, 1)}
                <span>{load.month.slice(1, 3)}</span>
              </abbr>{' '}
              <span>{Math.round(load.meanF)}°</span>
            </p>
            {load.cooling > 0 && <span className="bar bg-accent" style={{ height: heightOf(load.cooling, cooling) }} />}
          </li>
        ))}
      </ol>
      <p className="label mt-4 text-muted-foreground">{fill(words.climateNote, { base: BASE_F })}</p>
    </figure>
  )
}
