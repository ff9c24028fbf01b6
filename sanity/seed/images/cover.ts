import { duct, type Point } from './duct.ts'
import { fins } from './fins.ts'
import { isobars, type Centre } from './isobars.ts'
import { palette } from './palette.ts'

/** What makes one city's picture its own. */
export type Cover = {
  monthlyMeanF: number[]
  centres: Centre[]
  slope: { x: number; y: number }
  ducts: { points: Point[]; width: number; lines?: number }[]
}

export const COVER = { width: 1600, height: 1000 }

const STRIP = { left: 120, right: 1480, middle: 775, pixelsPerDegree: 6 }

/** A city's picture as SVG: isobars behind, its duct run across, and its year as fins. */
export function cityCover({ monthlyMeanF, centres, slope, ducts }: Cover): string {
  const runs = ducts.map(({ points, width, lines }) => duct(points, { stroke: 'url(#air)', width, lines }))
  return frame(
    COVER,
    heatingShare(monthlyMeanF),
    `<path d="${isobars(COVER, centres, slope)}" fill="none" stroke="url(#air)" stroke-width="1.6" stroke-linecap="round" opacity="0.34"/>
    ${runs.join('')}
    ${fins(monthlyMeanF, STRIP)}`,
  )
}

/** The ground every picture of the family stands on, with the gradient `air` from ember (left) to ice (right). */
export function frame({ width, height }: { width: number; height: number }, warm: number, content: string): string {
  const turn = Math.round(warm * 100)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs>
    <linearGradient id="air" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${width}" y2="0">
      <stop offset="0" stop-color="${palette.ember}"/>
      <stop offset="${Math.max(turn - 12, 0)}%" stop-color="${palette.ember}"/>
      <stop offset="${Math.min(turn + 12, 100)}%" stop-color="${palette.ice}"/>
      <stop offset="1" stop-color="${palette.ice}"/>
    </linearGradient>
  </defs>
  <rect width="${width}" height="${height}" fill="${palette.night}"/>
  ${content}
</svg>`
}

/** Which share of the picture is warm: the months with a mean below 65 °F, which ask for heat, kept between a fifth and four fifths. */
function heatingShare(monthlyMeanF: number[]): number {
  const heatingMonths = monthlyMeanF.filter((mean) => mean < 65).length
  return Math.min(Math.max(heatingMonths / 12, 0.2), 0.8)
}
