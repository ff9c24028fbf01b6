import type { Shell } from '../types/blocks.ts'

/** Maximum glyph widths in em at the header's boldest weight. Any other character counts as 1 em. */
const LETTER_WIDTHS: [RegExp, number][] = [
  [/[ !'’(),.:;Iijl|[\]{}]/, 0.28],
  [/["*\-ft]/, 0.38],
  [/[Lrsz]/, 0.48],
  [/[?acegvxy]/, 0.54],
  [/[ACDGHKNUVXÄÖÜ#&]/, 0.71],
  [/[OQw%]/, 0.78],
  [/[MWm@]/, 0.97],
  [/[ -~äöüßàâçéèêëíîïñóôú]/, 0.59],
]

const estimateWidth = (text: string | null | undefined, size: number): number =>
  [...(text ?? '')].reduce((sum, letter) => sum + (LETTER_WIDTHS.find(([group]) => group.test(letter))?.[1] ?? 1), 0) *
  size

/** Font sizes and paddings in px, equal to those in app/styles/frame.css. */
const TEXT_SIZE_PX = 17
const BRAND_SIZE_PX = { size: 22, mark: 38 }
const LINK_PADDING_PX = 14
const CHEVRON_PX = 22
const BUTTON_PADDING_PX = 42
const SEARCH_BUTTON_PX = 44
const GAPS_PX = 40

/** Breakpoints in rem, with the width between the page margins in px. */
const BREAKPOINTS = [
  { from: 64, room: 944 },
  { from: 75, room: 1120 },
  { from: 80, room: 1200 },
] as const

type HeaderLabels = {
  brand: string
  menu: string
  links: NonNullable<NonNullable<Shell['settings']>['headerLinks']>
  account: string[][]
  button: string | null | undefined
}

/**
 * Returns the class for the smallest breakpoint where the header fits on one line, such as `fits-64` for 64 rem. The
 * server computes it, so that the layout does not shift.
 */
export function getFitClass({ brand, menu, links, account, button }: HeaderLabels): string | undefined {
  const estimateTextWidth = (label: string | null | undefined) => estimateWidth(label, TEXT_SIZE_PX)
  const neededPx =
    BRAND_SIZE_PX.mark +
    estimateWidth(brand, BRAND_SIZE_PX.size) +
    [menu, ...links.map(({ label }) => label)].reduce(
      (sum, label) => sum + estimateTextWidth(label) + LINK_PADDING_PX,
      CHEVRON_PX,
    ) +
    SEARCH_BUTTON_PX +
    account.reduce((sum, labels) => sum + Math.max(...labels.map(estimateTextWidth)) + LINK_PADDING_PX, 0) +
    (button ? estimateTextWidth(button) + BUTTON_PADDING_PX : 0) +
    GAPS_PX
  const width = BREAKPOINTS.find(({ room }) => neededPx <= room)
  return width && `fits-${width.from}`
}
