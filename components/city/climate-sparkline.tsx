import { monthLoads } from '@/lib/climate.ts'

const BAR = 10
const GAP = 2
const HALF = 24

/** Bars of one direction as a single path; `direction` is -1 for up. */
const bars = (loads: number[], largest: number, direction: 1 | -1) =>
  loads
    .map((load, month) => [month * (BAR + GAP), Math.round((load / largest) * HALF) * direction] as const)
    .filter(([, height]) => height !== 0)
    .map(([x, height]) => `M${x} ${HALF}h${BAR}v${height}h-${BAR}z`)
    .join('')

/** A year in twelve bars, for cards: heating up, cooling down. Decorative; the city's page has the numbers. */
export function ClimateSparkline({ means, className }: { means: (number | null)[] | null; className?: string }) {
  const loads = monthLoads(means)
  if (!loads) return null
  const largest = Math.max(...loads.map(({ heating, cooling }) => Math.max(heating, cooling)), 1)
  return (
    <svg
      viewBox={`0 0 ${12 * (BAR + GAP) - GAP} ${2 * HALF}`}
      className={className}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        fill="var(--primary)"
        d={bars(
          loads.map(({ heating }) => heating),
          largest,
          -1,
        )}
      />
      <path
        fill="var(--accent)"
        d={bars(
          loads.map(({ cooling }) => cooling),
          largest,
          1,
        )}
      />
    </svg>
  )
}
