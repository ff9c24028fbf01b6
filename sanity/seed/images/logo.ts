import { lettering, widthOf } from './lettering.ts'
import { palette } from './palette.ts'

type Tones = { ember: string; ice: string; ink: string }

/** Letters and lines for dark grounds, and the light theme's tones (app/styles/tokens.css) for light ones. */
export const tones = {
  dark: { ember: palette.ember, ice: palette.ice, ink: palette.paper },
  light: { ember: '#bf3e13', ice: '#0d667e', ink: '#14202a' },
} satisfies Record<string, Tones>

const NAME = 'Ductwise'
const HEIGHT = 160
const LETTERS = { x: 172, baseline: 115, size: 112 }

/** Mark and name side by side on a transparent ground. */
export function logo(tone: Tones): string {
  const width = Math.ceil(LETTERS.x + widthOf(NAME, LETTERS.size)) + 24
  const name = lettering(NAME, { ...LETTERS, fill: tone.ink })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${NAME}"><g transform="translate(16 10) scale(5)">${lines(tone)}</g>${name}</svg>`
}

/** The mark alone, on the square the site's header draws it on. */
export function mark(tone: Tones): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="280" height="280" viewBox="0 0 28 28" role="img" aria-label="${NAME}">${lines(tone)}</svg>`
}

/** As in components/layout/brand.tsx: a duct that turns from warm to cool. */
function lines({ ember, ice, ink }: Tones): string {
  return `<g fill="none" stroke-width="3.2" stroke-linecap="round"><path d="M3 8h13a5 5 0 0 1 0 10" stroke="${ember}"/><path d="M25 20H10" stroke="${ice}"/><path d="M3 14h9" stroke="${ink}"/></g>`
}
