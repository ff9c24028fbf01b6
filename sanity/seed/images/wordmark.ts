import { lettering, widthOf } from './lettering.ts'
import { palette } from './palette.ts'

/** Four times the 78 x 36 pixels an integration's logo is shown at. */
const TILE = { width: 312, height: 144, margin: 10 }
/** Letters of every name are of one size, in which the longest fits. */
const SIZE = 46

/** A product's name set in the house's letters: no trademark's artwork, a transparent ground, one tone, which the site draws in the colour of its text. */
export function wordmark(name: string): string {
  const lines = name.split(' ')
  const widest = Math.max(...lines.map((line) => widthOf(line, 1)))
  const size = Math.min((TILE.width - 2 * TILE.margin) / widest, SIZE)
  const leading = size * 1.02
  const first = TILE.height / 2 + size * 0.33 - ((lines.length - 1) * leading) / 2
  const text = lines.map((line, index) =>
    lettering(line, {
      x: (TILE.width - widthOf(line, size)) / 2,
      baseline: first + index * leading,
      size,
      fill: palette.neutral,
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${TILE.height}">${text.join('')}</svg>`
}
