/** Prices in US dollars per month, with monthly and yearly billing. */
export type Prices = { monthly: number; yearly: number }

const MONTHS = 12

/** Number format for US dollars. It shows cents only if there are any. */
export const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
}).format

/** Rounds to cents, which removes floating-point errors. */
export const roundedToCents = (amount: number) => Math.round(amount * 100) / 100

/** Returns the smallest saving of yearly billing in whole percent; zero without plans. */
export const leastSaving = (plans: readonly Prices[]): number =>
  plans.length === 0
    ? 0
    : Math.max(0, Math.floor(Math.min(...plans.map(({ monthly, yearly }) => (1 - yearly / monthly) * 100))))

/** Returns the cost of twelve months with each billing, and the saving of yearly billing (at least zero). */
export function yearOf({ monthly, yearly }: Prices) {
  const [byMonth, byYear] = [roundedToCents(monthly * MONTHS), roundedToCents(yearly * MONTHS)]
  return { byMonth, byYear, saving: Math.max(0, roundedToCents(byMonth - byYear)) }
}
