import { COVER, frame } from './cover.ts'
import { dial } from './dial.ts'
import { duct } from './duct.ts'
import { isobars } from './isobars.ts'

const CENTRE = { x: COVER.width / 2, y: COVER.height / 2 }

/** A warm run that enters a dial and leaves it cool: a call that has been dealt with. */
export function handoverPicture(): string {
  const field = isobars(COVER, [{ ...CENTRE, reach: 560, strength: 16 }], { x: 0.1, y: 0.1 })
  const run = duct(
    [
      [-80, 300],
      [420, 300],
      [560, CENTRE.y],
      [1040, CENTRE.y],
      [1180, 700],
      [1680, 700],
    ],
    { stroke: 'url(#air)', width: 190, lines: 5 },
  )
  const art = `<path d="${field}" fill="none" stroke="url(#air)" stroke-width="1.6" opacity="0.3"/>${run}${dial({ ...CENTRE, radius: 250, setting: 0.44, label: '68°' })}`
  return frame(COVER, 0.5, art)
}
