import { palette } from './palette.ts'

export type Point = readonly [x: number, y: number]

/** Points from their coordinates in a row: x, y, x, y, … */
export const through = (...coordinates: number[]): Point[] =>
  Array.from({ length: coordinates.length / 2 }, (_, index) => [
    coordinates[2 * index] ?? 0,
    coordinates[2 * index + 1] ?? 0,
  ])

/** `lines` is the number of lines on each side of the axis; `elbow` the radius of a bend. */
type Look = { stroke: string; width: number; lines?: number; elbow?: number }

const LINE = 5

/** A duct run through the points: parallel lines round its axis, evenly spaced, and air in the middle. It hides what lies behind it. */
export function duct(points: Point[], { stroke, width, lines = 4, elbow = width / 2 + 50 }: Look): string {
  const axis = roundedPath(points, elbow)
  const spacing = width / (2 * lines - 1)
  const walls = Array.from({ length: lines }, (_, index) => {
    const outer = width - 2 * index * spacing
    return strokeOf(axis, stroke, outer + LINE) + strokeOf(axis, palette.nightRaised, outer - LINE)
  })
  const air = `<path d="${axis}" fill="none" stroke="${stroke}" stroke-width="7" stroke-linecap="round" stroke-dasharray="1 34"/>`
  return walls.join('') + air
}

function strokeOf(axis: string, colour: string, width: number): string {
  return `<path d="${axis}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`
}

/** Path data through the points with round bends that begin `distance` before each corner. */
function roundedPath(points: Point[], distance: number): string {
  return points
    .map((corner, index) => {
      const before = points[index - 1]
      const after = points[index + 1]
      if (!before) return `M${corner.join(' ')}`
      if (!after) return `L${corner.join(' ')}`
      return bend(before, corner, after, distance)
    })
    .join('')
}

/** A line to the start of a bend and the arc round it: touching both legs, so its radius follows from their angle. */
function bend(before: Point, corner: Point, after: Point, wanted: number): string {
  const [inX, inY, inLength] = leg(corner, before)
  const [outX, outY, outLength] = leg(corner, after)
  const distance = Math.min(wanted, inLength / 2, outLength / 2)
  const radius = distance * Math.tan(Math.acos(inX * outX + inY * outY) / 2)
  const sweep = inX * outY - inY * outX < 0 ? 1 : 0
  const start = `${round(corner[0] + inX * distance)} ${round(corner[1] + inY * distance)}`
  const end = `${round(corner[0] + outX * distance)} ${round(corner[1] + outY * distance)}`
  return `L${start}A${round(radius)} ${round(radius)} 0 0 ${sweep} ${end}`
}

/** Unit vector from one point to another, and the distance. */
function leg(from: Point, to: Point): [x: number, y: number, length: number] {
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(x, y)
  return [x / length, y / length, length]
}

const round = (value: number) => Math.round(value * 10) / 10
