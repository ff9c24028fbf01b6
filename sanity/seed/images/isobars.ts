/** A centre of high or low pressure: position and reach in pixels, strength in contour levels. */
export type Centre = { x: number; y: number; reach: number; strength: number }

type Frame = { width: number; height: number }
type Slope = { x: number; y: number }
type Field = (x: number, y: number) => number

const CELL = 8
const LEVEL_STEP = 1

/** Lines of equal pressure round the centres as SVG path data: marching squares over a grid of {@link CELL} pixels. */
export function isobars(frame: Frame, centres: Centre[], slope: Slope): string {
  const field = pressure(centres, slope)
  const parts: string[] = []
  for (let y = 0; y < frame.height; y += CELL) {
    for (let x = 0; x < frame.width; x += CELL) parts.push(...cellLines(field, x, y))
  }
  return parts.join('')
}

function pressure(centres: Centre[], slope: Slope): Field {
  return (x, y) =>
    centres.reduce(
      (sum, centre) =>
        sum + centre.strength * Math.exp(-((x - centre.x) ** 2 + (y - centre.y) ** 2) / centre.reach ** 2),
      (x * slope.x + y * slope.y) / 100,
    )
}

/** The contour pieces inside one cell: where a level crosses two of its sides, a straight line joins them. */
function cellLines(field: Field, x: number, y: number): string[] {
  const corners = [
    { x, y, value: field(x, y) },
    { x: x + CELL, y, value: field(x + CELL, y) },
    { x: x + CELL, y: y + CELL, value: field(x + CELL, y + CELL) },
    { x, y: y + CELL, value: field(x, y + CELL) },
  ]
  const values = corners.map((corner) => corner.value)
  const lines: string[] = []
  for (
    let level = Math.ceil(Math.min(...values) / LEVEL_STEP) * LEVEL_STEP;
    level <= Math.max(...values);
    level += LEVEL_STEP
  ) {
    const points = corners.flatMap((corner, index) => crossing(corner, corners[(index + 1) % 4] ?? corner, level))
    for (let pair = 0; pair + 1 < points.length; pair += 2) lines.push(`M${points[pair]}L${points[pair + 1]}`)
  }
  return lines
}

type Corner = { x: number; y: number; value: number }

function crossing(from: Corner, to: Corner, level: number): string[] {
  if (from.value < level === to.value < level) return []
  const share = (level - from.value) / (to.value - from.value)
  return [`${round(from.x + (to.x - from.x) * share)} ${round(from.y + (to.y - from.y) * share)}`]
}

const round = (value: number) => Math.round(value * 10) / 10
