import { fin } from './fins.ts'

type Bars = {
  left: number
  right: number
  /** Where the fins stand, or hang from when `hanging`. */
  baseline: number
  hanging?: boolean
  colour: string | ((share: number) => string)
  /** One entry a fin, in pixels. */
  heights: number[]
}

/** A row of fins of any heights. */
export function bars({ left, right, baseline, hanging = false, colour, heights }: Bars): string {
  const step = (right - left) / heights.length
  return heights
    .map((height, index) =>
      fin({
        x: left + index * step + step * 0.28,
        y: hanging ? baseline : baseline - height,
        step,
        height,
        colour: typeof colour === 'string' ? colour : colour(index / heights.length),
      }),
    )
    .join('')
}

/** Heights along a curve over shares of the width, 0 to 1. */
export const heightsAlong = (count: number, curve: (share: number) => number) =>
  Array.from({ length: count }, (_, index) => curve((index + 0.5) / count))
