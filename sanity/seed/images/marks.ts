import { bars } from './bars.ts'
import { frame } from './cover.ts'
import { duct } from './duct.ts'

const SIZE = { width: 800, height: 800 }

/** Square marks of the desks that sign posts, by file name. */
export const marks: Record<string, string> = {
  'author-ductwise-desk.png': frame(
    SIZE,
    0.5,
    duct(
      [
        [-80, 250],
        [400, 250],
        [400, 560],
        [880, 560],
      ],
      { stroke: 'url(#air)', width: 210, lines: 4 },
    ),
  ),
  'author-dispatch-desk.png': frame(
    SIZE,
    0.5,
    bars({
      left: 100,
      right: 700,
      baseline: 680,
      colour: 'url(#air)',
      heights: [560, 480, 410, 340, 280, 220, 170],
    }),
  ),
}
