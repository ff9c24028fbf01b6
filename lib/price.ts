/** Prices of a plan in US dollars a month: billed every month, and billed once a year. */
export type Prices = { monthly: number; yearly: number }

const MONTHS = 12

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount of dollars; with cents only where there are any. */
export const dollars = (amount: number) => (Number.isInteger(amount) ? whole : cents).format(amount)

/** To the cent: sums of binary fractions have dust behind it. */
const rounded = (amount: number) => Math.round(amount * 100) / 100

/** What twelve months cost either way, and what paying once a year saves (zero when it does not). */
export function yearOf({ monthly, yearly }: Prices) {
  const [byMonth, byYear] = [rounded(monthly * MONTHS), rounded(yearly * MONTHS)]
  return { byMonth, byYear, saving: Math.max(0, rounded(byMonth - byYear)) }
}
