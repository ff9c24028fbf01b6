/** Returns the median, or NaN for an empty list. */
export function computeMedian(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [upper, lower] = [Math.floor(sorted.length / 2), Math.ceil(sorted.length / 2) - 1]
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2
}

/** Median and worst time, in milliseconds. */
export type Times = { median: number; worst: number }

export const summarizeTimes = (values: number[]): Times => ({
  median: computeMedian(values),
  worst: Math.max(...values),
})
