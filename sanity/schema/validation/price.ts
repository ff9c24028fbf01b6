/** Notices prices that were swapped: a month costs no more when a year is paid at once. Undefined when all is well. */
export function yearlyPriceError(yearly: number | undefined, monthly: number | undefined): string | undefined {
  if (yearly === undefined || monthly === undefined || yearly <= monthly) return undefined
  return `$${yearly} a month billed yearly is more than $${monthly} billed monthly. Both are prices of one month.`
}
