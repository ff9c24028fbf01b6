const number = new Intl.NumberFormat('en-US')
const list = new Intl.ListFormat('en-US')
const choice = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** 12,345 */
export const formatNumber = (value: number): string => number.format(value)

/** "1 call", "1,200 calls" */
export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`

/** "calls, leads, and visits" */
export const formatList = (parts: Iterable<string>): string => list.format(parts)

/** "calls, leads, or visits" */
export const formatChoice = (parts: Iterable<string>): string => choice.format(parts)
