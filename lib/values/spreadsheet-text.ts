/** Numbers that spreadsheets alter: leading zeros, or more than 15 digits. */
const CHANGED_NUMBER = /^(?:0\d+|\d{16,})$/

/**
 * ="02134" shows 02134 in Excel, Google Sheets and LibreOffice; CSV has no types, and an apostrophe or tab would be visible.
 * Digits only, so no formula can be injected. Undefined if no formula is needed.
 */
export const toTextFormula = (value: string): string | undefined =>
  CHANGED_NUMBER.test(value) ? `="${value}"` : undefined

/** Reverses `toTextFormula`, for imports of exported files. */
export const fromTextFormula = (value: string): string => value.replace(/^="([^"]*)"$/, '$1')
