import type { Shell } from '../types/blocks.ts'

/** Maximum glyph widths in em at the header's boldest weight. Any other character counts as 1 em. */
const LETTERS: [RegExp, number][] = [
  [/[ !'’(),.:;Iijl|[\]{}]/, 0.28],
  [/["*\-ft]/, 0.38],
  [/[Lrsz]/, 0.48],
  [/[?acegvxy]/, 0.54],
  [/[ACDGHKNUVXÄÖÜ#&]/, 0.71],
  [/[OQw%]/, 0.78],
  [/[MWm@]/, 0.97],
  [/[ -~äöüßàâçéèêëíîïñóôú]/, 0.59],
]

const widthOf = (text: string | null | undefined, size: number): number =>
  [...(text ?? '')].reduce((sum, letter) => sum + (LETTERS.find(([group]) => group.test(letter))?.[1] ?? 1), 0) * size

/** Font sizes and paddings in px, equal to those in app/styles/frame.css. */
const TEXT = 17
const BRAND = { size: 22, mark: 38 }
const LINK_PADDING = 14
const CHEVRON = 22
const BUTTON_PADDING = 42
const SEARCH = 44
const GAPS = 40

/** Breakpoints in rem, with the width between the page margins in px. */
const WIDTHS = [
  { from: 64, room: 944 },
  { from: 75, room: 1120 },
  { from: 80, room: 1200 },
] as const

type Labels = {
  brand: string
  menu: string
  links: NonNullable<NonNullable<Shell['settings']>['headerLinks']>
  account: string[][]
  button: string | null | undefined
}

/**
 * Returns the class for the breakpoint from which the header fits on one line, such as `fits-64` for 64 rem. The server
 * computes it, so that the layout does not shift.
 */
export function headerFits({ brand, menu, links, account, button }: Labels): string | undefined {
  const text = (label: string | null | undefined) => widthOf(label, TEXT)
  const needed =
    BRAND.mark +
    widthOf(brand, BRAND.size) +
    [menu, ...links.map(({ label }) => label)].reduce((sum, label) => sum + text(label) + LINK_PADDING, CHEVRON) +
    SEARCH +
    account.reduce((sum, labels) => sum + Math.max(...labels.map(text)) + LINK_PADDING, 0) +
    (button ? text(button) + BUTTON_PADDING : 0) +
    GAPS
  const width = WIDTHS.find(({ room }) => needed <= room)
  return width && `fits-${width.from}`
}
