const number = new Intl.NumberFormat('en-US')
const list = new Intl.ListFormat('en-US')
const choice = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Formats a number, such as 12,345. */
export const formatNumber = (value: number): string => number.format(value)

/** Formats a count, such as "1 call" or "1,200 calls". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`

/** Formats a list, such as "calls, leads, and visits". */
export const formatList = (parts: Iterable<string>): string => list.format(parts)

/** Formats alternatives, such as "calls, leads, or visits". */
export const formatChoice = (parts: Iterable<string>): string => choice.format(parts)
