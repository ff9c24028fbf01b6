/** Turns an error sentence into what a custom rule answers: Sanity wants true when all is well. */
export function verdict<Problem>(problem: Problem | undefined): true | Problem {
  return problem ?? true
}

/** What is wrong with a list of twelve monthly mean temperatures in °F; undefined when nothing is. An empty list is allowed. */
export function monthlyMeansError(months: number[] | undefined): string | undefined {
  if (!months || months.length === 0) return undefined
  if (months.length !== 12) return `Enter twelve numbers, January to December. There are ${months.length}.`
  if (months.some((mean) => !Number.isFinite(mean) || mean < -40 || mean > 130))
    return 'Enter degrees Fahrenheit, between -40 and 130.'
  return undefined
}

/** Notices prices that were swapped: a month costs no more when a year is paid at once. Undefined when all is well. */
export function yearlyPriceError(yearly: number | undefined, monthly: number | undefined): string | undefined {
  if (yearly === undefined || monthly === undefined || yearly <= monthly) return undefined
  return `$${yearly} a month billed yearly is more than $${monthly} billed monthly. Both are prices of one month.`
}

/** Notices a plan that is not for everybody and does not say why; undefined when all is well. */
export const planLimitsError = (
  text: string | undefined,
  plan: Readonly<Record<string, unknown>> | undefined,
): string | undefined =>
  !text && (plan?.crews || plan?.eveningsOnly)
    ? 'Say why not: the plan finder turns visitors with more crews, or calls all day, away from it.'
    : undefined

/** Why the length of a recording cannot be as it is; undefined when it can. A page without a recording needs none. */
export const recordingLengthError = (
  seconds: number | undefined,
  recording: { file?: { asset?: unknown } } | undefined,
): string | undefined =>
  recording?.file?.asset && !seconds
    ? 'Enter how many seconds the recording lasts: visitors see it before they press play.'
    : undefined
