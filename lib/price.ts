/** Prices of a plan in US dollars a month: billed every month, and billed once a year. */
export type Prices = { monthly: number; yearly: number }

const MONTHS = 12

/** An amount of dollars; with cents only where there are any. */
export const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
}).format

/** To the cent: sums of binary fractions have dust behind it. */
export const roundedToCents = (amount: number) => Math.round(amount * 100) / 100

/** Whole percent that paying once a year saves with each of these plans at least; zero without a plan. */
export const leastSaving = (plans: readonly Prices[]): number =>
  plans.length === 0
    ? 0
    : Math.max(0, Math.floor(Math.min(...plans.map(({ monthly, yearly }) => (1 - yearly / monthly) * 100))))

/** What twelve months cost either way, and what paying once a year saves (zero when it does not). */
export function yearOf({ monthly, yearly }: Prices) {
  const [byMonth, byYear] = [roundedToCents(monthly * MONTHS), roundedToCents(yearly * MONTHS)]
  return { byMonth, byYear, saving: Math.max(0, roundedToCents(byMonth - byYear)) }
}
