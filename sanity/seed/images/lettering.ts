import { glyphs, UNITS_PER_EM } from './glyphs.ts'

type Placement = { x: number; baseline: number; size: number; fill: string; opacity?: number }

/** Width of a line of text in pixels at a font size. Throws for a character that has no outline. */
export function widthOf(text: string, size: number): number {
  return ([...text].reduce((width, character) => width + glyph(character)[0], 0) * size) / UNITS_PER_EM
}

/** A line of text as SVG outlines. */
export function lettering(text: string, { x, baseline, size, fill, opacity = 1 }: Placement): string {
  const scale = size / UNITS_PER_EM
  let pen = 0
  const letters = [...text].map((character) => {
    const [advance, path] = glyph(character)
    const letter = `<path transform="translate(${pen} 0)" d="${path}"/>`
    pen += advance
    return letter
  })
  return `<g transform="translate(${x} ${baseline}) scale(${scale} ${-scale})" fill="${fill}" opacity="${opacity}">${letters.join('')}</g>`
}

function glyph(character: string): readonly [advance: number, path: string] {
  const found = glyphs[character]
  if (!found) throw new Error(`No outline for “${character}”: add it to glyphs.ts.`)
  return found
}
