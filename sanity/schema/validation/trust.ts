/** A report that somebody may ask for has a date; undefined when all is well. */
export function reportDateError(date: string | undefined, state: string | undefined): string | undefined {
  if (state !== 'report' || date) return undefined
  return 'Enter the date of the report. Without it the badge is not on the site.'
}
