/** What a spreadsheet would read as a number, and show without its leading zeros or its last digits. */
const CHANGED_NUMBER = /^(?:0\d+|\d{16,})$/

/**
 * A formula that is a text, such as ="02134": Excel, Google Sheets and LibreOffice show 02134. A file of CSV has no types, and
 * an apostrophe or a tab before the digits would be seen in the cell. It holds digits alone, so no formula that
 * another person wrote can get in.
 * @returns undefined for what a spreadsheet shows unchanged
 */
export const toTextFormula = (value: string): string | undefined =>
  CHANGED_NUMBER.test(value) ? `="${value}"` : undefined

/** A value as it was before `toTextFormula`: people and programs send back what they exported. */
export const fromTextFormula = (value: string): string => value.replace(/^="([^"]*)"$/, '$1')
