import { bars } from './bars.ts'
import { COVER, frame } from './cover.ts'
import { duct, type Point } from './duct.ts'
import { fins } from './fins.ts'
import { isobars, type Centre } from './isobars.ts'

/** What makes one picture of the family its own; whatever is left out is not drawn. */
export type Drawing = {
  /** Share of the width at which ember turns to ice. */
  warm: number
  centres: Centre[]
  slope: { x: number; y: number }
  /** Pictures of weather alone have stronger lines. */
  isobarOpacity?: number
  ducts?: { points: Point[]; width: number; lines?: number; stroke?: string }[]
  rows?: Parameters<typeof bars>[0][]
  /** January to December, °F, drawn large. */
  year?: number[]
}

const YEAR = { left: 120, right: 1480, middle: 500, pixelsPerDegree: 12 }

/** A picture of the family of ducts, isobars and fins, as SVG. */
export function drawing({ warm, centres, slope, isobarOpacity = 0.34, ducts = [], rows = [], year }: Drawing): string {
  const runs = ducts.map(({ points, stroke = 'url(#air)', ...look }) => duct(points, { stroke, ...look }))
  return frame(
    COVER,
    warm,
    `<path d="${isobars(COVER, centres, slope)}" fill="none" stroke="url(#air)" stroke-width="${isobarOpacity > 0.5 ? 3 : 1.6}" stroke-linecap="round" opacity="${isobarOpacity}"/>
    ${runs.join('')}
    ${rows.map(bars).join('')}
    ${year ? fins(year, YEAR) : ''}`,
  )
}
