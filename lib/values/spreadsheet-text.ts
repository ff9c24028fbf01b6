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

/** Apostrophe before a character that starts a formula. Exports add it (`escape_formulas` of csv-stringify). */
const ESCAPED_FORMULA_PATTERN = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/

/** Returns the text of an exported cell: reverses text formulas and escaped formulas. */
export const fromSpreadsheetText = (value: string): string =>
  ESCAPED_FORMULA_PATTERN.test(value) ? value.slice(1) : fromTextFormula(value)

/** Matches a long number in scientific notation, such as 1.21256E+10. Excel drops the other digits. */
export const isShortenedNumber = (value: string): boolean => /^\d(?:[.,]\d+)?E\+\d{1,2}$/i.test(value.trim())

/** Day 0 of Excel's serial dates. They count a February 29, 1900, so it is a day early. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** Serial dates between 1970 and 2100. Other numbers are not dates. */
const MIN_SERIAL = 25_569
const MAX_SERIAL = 73_050

export type LocalDateTime = { day: string; time: string }

const toDayText = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

function parseSerialDate(text: string): LocalDateTime | undefined {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return undefined
  const serial = Number(text)
  if (serial < MIN_SERIAL || serial > MAX_SERIAL) return undefined
  const minutes = Math.round(serial * 1_440)
  const iso = new Date(EXCEL_EPOCH_MS + (minutes / 1_440) * DAY_MS).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) }
}

/** 8:30, 08:30:15, 8:30 PM. */
function parseClock(text: string): string | undefined {
  if (text === '') return '00:00'
  const [, hours = '', minutes = '', half] =
    text.match(/^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?$/i) ?? []
  if (!minutes) return undefined
  const isAfternoon = /^p/i.test(half ?? '')
  const hour = half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || (half && Number(hours) > 12)) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

/** Two-digit years up to 69 are in this century, as in Excel. */
const expandYear = (year: number): number => {
  if (year >= 100) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/**
 * Parses a local date and time as spreadsheets write them in the US: 3/8/2026 8:30 PM, 2026-03-08 08:30, or the serial
 * number 46089.35. Returns undefined for other text.
 */
export function parseSpreadsheetDate(input: string): LocalDateTime | undefined {
  const text = input.trim()
  const serial = parseSerialDate(text)
  if (serial) return serial
  const [, isoYear, isoMonth, isoDay, isoClock] = text.match(/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ,]+([^T ,].*))?$/) ?? []
  const [, month, date, year, clock] = text.match(/^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:[ ,]+([^ ,].*))?$/) ?? []
  const day = isoYear
    ? toDayText(Number(isoYear), Number(isoMonth), Number(isoDay))
    : year && toDayText(expandYear(Number(year)), Number(month), Number(date))
  const time = parseClock((isoClock ?? clock ?? '').trim())
  return day && time ? { day, time } : undefined
}
