import Papa from 'papaparse'

export const DELIMITERS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const

export type Delimiter = keyof typeof DELIMITERS

const DELIMITER_NAMES = Object.keys(DELIMITERS) as Delimiter[]

const PROBED_ROWS = 50

/** First line that tells Excel the delimiter. */
const SEPARATOR_LINE_PATTERN = /^"?sep=([,;\t|])"?[ \t]*(?:\r\n|\r|\n)/i

/** Returns the line ending of unquoted text. Papa Parse accepts only one, and would join the rows of mixed files. */
function detectLineEnding(text: string): '\r\n' | '\n' | '\r' {
  const unquotedText = text.replaceAll(/"[^"]*"/g, '')
  if (!unquotedText.includes('\n')) return unquotedText.includes('\r') ? '\r' : '\n'
  return /(?:^|[^\r])\n/.test(unquotedText) ? '\n' : '\r\n'
}

const parseRows = (text: string, delimiter: Delimiter, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, newline: detectLineEnding(text), preview, quoteChar: '"' })

/** Returns the most frequent number of cells, and the share of rows that have it. */
function measureColumns(rows: string[][]): { width: number; share: number } {
  const filledRows = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const byWidth = Map.groupBy(filledRows, (row) => row.length)
  const [width, group] = [...byWidth].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [1, filledRows]
  return { width, share: filledRows.length === 0 ? 0 : group.length / filledRows.length }
}

/** Returns the delimiter that splits the first rows most evenly. A tie goes to the one with more columns. */
export function detectDelimiter(text: string): Delimiter {
  const separator = text.match(SEPARATOR_LINE_PATTERN)?.[1]
  if (separator) return separator as Delimiter
  const candidates = DELIMITER_NAMES.map((delimiter) => ({
    delimiter,
    ...measureColumns(parseRows(text, delimiter, PROBED_ROWS).data),
  })).filter(({ width }) => width > 1)
  const [best] = candidates.toSorted((a, b) => b.share - a.share || b.width - a.width)
  return best?.delimiter ?? ','
}

/** Error for a quoted cell that does not end. The rest of the file would become one cell. */
export class UnclosedQuoteError extends Error {
  /** Row with the opening quote; the first row is 1. */
  readonly row: number
  constructor(row: number) {
    super(`The quoted cell in row ${row} does not end`)
    this.name = 'UnclosedQuoteError'
    this.row = row
  }
}

/**
 * Parses CSV (RFC 4180) with any line endings. Rows can have different lengths. Keeps empty rows, so that the index of
 * a row is its position in a spreadsheet. Omits the `sep=` line of Excel.
 * @throws {UnclosedQuoteError}
 */
export function parseCsv(text: string, delimiter: Delimiter): string[][] {
  const { data, errors } = parseRows(text.replace(SEPARATOR_LINE_PATTERN, ''), delimiter)
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
  if (unclosed) throw new UnclosedQuoteError((unclosed.row ?? 0) + 1)
  // The line ending after the last row starts no row.
  if (data.at(-1)?.every((cell) => cell === '') && data.at(-1)?.length === 1) data.pop()
  return data
}
