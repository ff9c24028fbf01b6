/** What is wrong with a list of twelve monthly mean temperatures in °F; undefined when nothing is. An empty list is allowed. */
export function monthlyMeansError(months: number[] | undefined): string | undefined {
  if (!months || months.length === 0) return undefined
  if (months.length !== 12) return `Enter twelve numbers, January to December. There are ${months.length}.`
  if (months.some((mean) => !Number.isFinite(mean) || mean < -40 || mean > 130))
    return 'Enter degrees Fahrenheit, between -40 and 130.'
  return undefined
}
