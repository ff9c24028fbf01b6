import type { Shell } from './types.ts'

/** Widths of letters in em at the boldest weight of the header, those of each group at most; another alphabet has 1. */
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

/** Sizes of type, and what is round a label, in px: app/styles/frame.css. */
const TEXT = 17
const BRAND = { size: 22, mark: 38 }
const LINK_PADDING = 14
const CHEVRON = 22
const BUTTON_PADDING = 42
const SEARCH = 44
const GAPS = 40

/** Screens from which the header may have one line, in rem, each with what is left of it between the margins in px. */
const WIDTHS = [
  { from: 64, room: 944 },
  { from: 75, room: 1120 },
  { from: 80, room: 1200 },
] as const

/** What of the header has a length that editors choose. */
type Labels = {
  brand: string
  menu: string
  links: NonNullable<NonNullable<Shell['settings']>['headerLinks']>
  /** Of the links to the account; those of one list share a place. */
  account: string[][]
  button: string | null | undefined
}

/**
 * The class that shows all of the header in one line where all of it fits: `fits-64` is from 64 rem on. Undefined where it
 * fits no screen. Before that there is a button for the menu. Said when the page is made, so that nothing moves in a browser.
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
