import { palette } from './palette.ts'

/** Outdoor temperature at which a house needs neither heat nor cooling: the base of US degree days (65 °F). */
const BALANCE_POINT_F = 65
const FINS = 84

type Strip = { left: number; right: number; middle: number; pixelsPerDegree: number }

/** A year as the fins of a coil: above the line where a house needs cooling (ember), below it where it needs heat (ice). Centred on `middle`. */
export function fins(monthlyMeanF: number[], { left, right, middle, pixelsPerDegree }: Strip): string {
  const hottest = Math.max(...monthlyMeanF) - BALANCE_POINT_F
  const coldest = Math.min(...monthlyMeanF) - BALANCE_POINT_F
  const baseline = Math.round(middle + ((hottest + coldest) / 2) * pixelsPerDegree)
  const step = (right - left) / FINS
  const bars = Array.from({ length: FINS }, (_, index) => {
    const load = temperatureAt(monthlyMeanF, (index + 0.5) / FINS) - BALANCE_POINT_F
    const height = Math.max(Math.abs(load) * pixelsPerDegree, 3)
    const y = load > 0 ? baseline - height - 6 : baseline + 6
    const colour = load > 0 ? palette.ember : palette.ice
    return `<rect x="${(left + index * step).toFixed(1)}" y="${y.toFixed(1)}" width="${(step * 0.44).toFixed(1)}" height="${height.toFixed(1)}" rx="${(step * 0.22).toFixed(1)}" fill="${colour}"/>`
  })
  return (
    bars.join('') +
    `<rect x="${left}" y="${baseline - 1}" width="${right - left}" height="2" fill="${palette.paper}" opacity="0.35"/>`
  )
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
