import { type Delimiter, detectDelimiter, parseCsv, UnclosedQuoteError } from '../../values/csv.ts'
import { decodeText, detectEncoding, type Encoding } from '../../values/text-encoding.ts'
import { formatNumber } from '../../values/format.ts'
import { isEmail } from '../../values/email.ts'
import { toE164 } from '../../values/phone-number.ts'
import { parseSpreadsheetDate } from '../../values/spreadsheet-text.ts'
import { IMPORT_KINDS } from '../model/import.ts'
import { guessFields } from './fields.ts'
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_FILE_BYTES, MAX_IMPORT_ROWS, MAX_ROW_LENGTH } from './limits.ts'

/** A file that cannot be imported. The message says what to do. */
export class ImportFileError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportFileError'
  }
}

export type FileOptions = {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  hasHeader?: boolean | undefined
}

export type FileRow = { number: number; cells: string[] }

export type ImportTable = {
  encoding: Encoding
  delimiter: Delimiter
  hasHeader: boolean
  headers: string[]
  /** Rows that are not empty. */
  rows: FileRow[]
}

const SAVE_AS_CSV = 'In Excel choose File, Save As, and the type “CSV UTF-8 (Comma delimited)”. Then choose that file.'

/** First bytes of files that are often mistaken for CSV. */
const SIGNATURES: [bytes: number[], message: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], `This is an Excel workbook, not a CSV file. ${SAVE_AS_CSV}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `This is an old Excel workbook, not a CSV file. ${SAVE_AS_CSV}`],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, not a CSV file. Export the list as CSV from the system it comes from.'],
]

function checkBytes(bytes: Uint8Array): void {
  if (bytes.length === 0)
    throw new ImportFileError('The file is empty. Choose a file with a header and at least one row.')
  if (bytes.length > MAX_FILE_BYTES)
    throw new ImportFileError('The file is larger than 10 MB. Split it into smaller files.')
  const signature = SIGNATURES.find(([start]) => start.every((byte, index) => bytes[index] === byte))
  if (signature) throw new ImportFileError(signature[1])
}

/** Returns whether a first row contains data, such as a phone number, instead of column names. */
const looksLikeData = (cells: readonly string[]): boolean =>
  cells.some((cell) => {
    const text = cell.trim()
    return (
      isEmail(text) || toE164(text) !== undefined || /^[\d.,$-]+$/.test(text) || Boolean(parseSpreadsheetDate(text))
    )
  })

const detectHeader = (cells: readonly string[]): boolean =>
  IMPORT_KINDS.some((kind) => guessFields(kind, cells).some((field) => field !== null)) || !looksLikeData(cells)

/** Returns a name for each column: empty names become "Column 3", repeated names "Phone (2)". */
function nameColumns(cells: readonly string[], width: number): string[] {
  const counts = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const name = (cells[index] ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 100) || `Column ${index + 1}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

function checkRow({ number, cells }: FileRow): void {
  if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
    throw new ImportFileError(
      `A cell in row ${number} has more than ${formatNumber(MAX_CELL_LENGTH)} characters. Shorten it, then choose the file again.`,
    )
  if (cells.reduce((total, cell) => total + cell.length, 0) > MAX_ROW_LENGTH)
    throw new ImportFileError(`Row ${number} is too long. Shorten its text, then choose the file again.`)
}

function parseRows(text: string, delimiter: Delimiter): string[][] {
  try {
    return parseCsv(text, delimiter)
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error
    throw new ImportFileError(
      `The quote in row ${error.row} is not closed. Close or remove it, or choose another separator.`,
    )
  }
}

/** Returns the number of columns without empty ones at the end, which spreadsheets often add. */
const countColumns = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/**
 * Reads the table in a CSV file. Detects the options that are omitted.
 * @throws {ImportFileError}
 */
export function readImportFile(bytes: Uint8Array, options: FileOptions = {}): ImportTable {
  checkBytes(bytes)
  const { encoding = detectEncoding(bytes) } = options
  const text = decodeText(bytes, encoding).toWellFormed()
  if (text.includes('\0'))
    throw new ImportFileError('This is not a text file. Export the list as CSV from the system it comes from.')
  const { delimiter = detectDelimiter(text) } = options
  const filledRows = parseRows(text, delimiter)
    .map((cells, index): FileRow => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [first] = filledRows
  if (!first) throw new ImportFileError('The file is empty. Choose a file with a header and at least one row.')
  const { hasHeader = detectHeader(first.cells) } = options
  const rows = hasHeader ? filledRows.slice(1) : filledRows
  if (rows.length === 0)
    throw new ImportFileError('The file has a header but no rows. Choose a file with at least one row.')
  if (rows.length > MAX_IMPORT_ROWS)
    throw new ImportFileError(
      `The file has ${formatNumber(rows.length)} rows. Import at most ${formatNumber(MAX_IMPORT_ROWS)} at a time, and split the file.`,
    )
  const width = hasHeader ? countColumns(first.cells) : Math.max(...rows.map(({ cells }) => countColumns(cells)))
  if (width > MAX_COLUMNS) throw new ImportFileError(`The file has ${width} columns. Remove all but ${MAX_COLUMNS}.`)
  rows.forEach(checkRow)
  return { encoding, delimiter, hasHeader, headers: nameColumns(hasHeader ? first.cells : [], width), rows }
}
