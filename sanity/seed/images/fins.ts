import { palette } from './palette.ts'

/** Outdoor temperature at which a house needs neither heat nor cooling: the base of US degree days (65 °F). */
const BALANCE_POINT_F = 65
const FINS = 84

type Strip = { left: number; right: number; middle: number; pixelsPerDegree: number }

/**
 * A year as the fins of a coil, as the site's climate strip has it: above the line where a house needs heat (ember), below it
 * where it needs cooling (ice). Centred on `middle`.
 */
export function fins(monthlyMeanF: number[], { left, right, middle, pixelsPerDegree }: Strip): string {
  const heating = BALANCE_POINT_F - Math.min(...monthlyMeanF)
  const cooling = Math.max(...monthlyMeanF) - BALANCE_POINT_F
  const baseline = Math.round(middle + ((heating - cooling) / 2) * pixelsPerDegree)
  const step = (right - left) / FINS
  const bars = Array.from({ length: FINS }, (_, index) => {
    const load = BALANCE_POINT_F - temperatureAt(monthlyMeanF, (index + 0.5) / FINS)
    const height = Math.max(Math.abs(load) * pixelsPerDegree, 3)
    const y = load > 0 ? baseline - height - 6 : baseline + 6
    return fin({ x: left + index * step, y, step, height, colour: load > 0 ? palette.ember : palette.ice })
  })
  return (
    bars.join('') +
    `<rect x="${left}" y="${baseline - 1}" width="${right - left}" height="2" fill="${palette.paper}" opacity="0.35"/>`
  )
}

type Fin = { x: number; y: number; step: number; height: number; colour: string }

/** One fin with round ends; it fills less than half of its step. */
export function fin({ x, y, step, height, colour }: Fin): string {
  const width = step * 0.44
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="${(width / 2).toFixed(1)}" fill="${colour}"/>`
}

/** Temperature at a share of the year: a Catmull-Rom curve through the middles of the months. */
function temperatureAt(monthlyMeanF: number[], share: number): number {
  const position = share * 12 - 0.5
  const month = Math.floor(position)
  const t = position - month
  const mean = (index: number) => monthlyMeanF[(index + 12) % 12] ?? BALANCE_POINT_F
  const [a, b, c, d] = [mean(month - 1), mean(month), mean(month + 1), mean(month + 2)]
  return b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}
