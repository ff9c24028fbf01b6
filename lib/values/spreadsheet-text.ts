/** Matches numbers that spreadsheets alter: those with leading zeros or more than 15 digits. */
const ALTERED_NUMBER_PATTERN = /^(?:0\d+|\d{16,})$/

/**
 * Returns a formula such as ="02134", which shows 02134 in Excel, Google Sheets and LibreOffice. CSV has no types, and
 * an apostrophe or tab would be visible. Only digits are accepted, so no formula can be injected. Returns undefined if
 * no formula is needed.
 */
export const toTextFormula = (value: string): string | undefined =>
  ALTERED_NUMBER_PATTERN.test(value) ? `="${value}"` : undefined

/** Reverses `toTextFormula`, for imports of exported files. */
export const fromTextFormula = (value: string): string => value.replace(/^="([^"]*)"$/, '$1')
