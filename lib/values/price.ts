/** Prices in US dollars per month, with monthly and yearly billing. */
export type Prices = { monthly: number; yearly: number }

const MONTHS_PER_YEAR = 12

/** Number format for US dollars. It shows cents only if there are any. */
export const formatDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
}).format

/** Rounds to cents, which removes floating-point errors. */
export const roundToCents = (amount: number) => Math.round(amount * 100) / 100

/** Returns the smallest saving of yearly billing in whole percent; zero if there are no plans. */
export const computeMinSaving = (plans: readonly Prices[]): number =>
  plans.length === 0
    ? 0
    : Math.max(0, Math.floor(Math.min(...plans.map(({ monthly, yearly }) => (1 - yearly / monthly) * 100))))

/** Returns the cost of twelve months with each billing, and the saving of yearly billing (at least zero). */
export function computeYearlyCost({ monthly, yearly }: Prices) {
  const [byMonth, byYear] = [roundToCents(monthly * MONTHS_PER_YEAR), roundToCents(yearly * MONTHS_PER_YEAR)]
  return { byMonth, byYear, saving: Math.max(0, roundToCents(byMonth - byYear)) }
}
