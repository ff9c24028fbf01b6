import { frame } from './cover.ts'
import { duct } from './duct.ts'
import { isobars } from './isobars.ts'
import { lettering } from './lettering.ts'
import { palette } from './palette.ts'

const SIZE = { width: 1200, height: 630 }

/** The picture a shared link shows: the brand, what it does, and a warm run that leaves cool. */
export function shareImage(brand: string, lines: [first: string, second: string]): string {
  const field = isobars(SIZE, [{ x: 980, y: 120, reach: 420, strength: 11 }], { x: 0.3, y: 0.6 })
  const run = duct(
    [
      [-60, 520],
      [640, 520],
      [860, 380],
      [1260, 380],
    ],
    { stroke: 'url(#air)', width: 132, lines: 4 },
  )
  const art = `<path d="${field}" fill="none" stroke="url(#air)" stroke-width="1.4" opacity="0.3"/>
    ${run}
    ${lettering(brand, { x: 72, baseline: 152, size: 92, fill: palette.paper })}
    ${lettering(lines[0], { x: 74, baseline: 250, size: 46, fill: palette.ember })}
    ${lettering(lines[1], { x: 74, baseline: 312, size: 46, fill: palette.ice })}`
  return frame(SIZE, 0.5, art)
}
