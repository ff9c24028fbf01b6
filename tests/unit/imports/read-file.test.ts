import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTemplate } from '../../../lib/dashboard/imports/csv.ts'
import { guessColumns } from '../../../lib/dashboard/imports/guess-columns.ts'
import { MAX_FILE_BYTES } from '../../../lib/dashboard/imports/limits.ts'
import { type FileOptions, ImportFileError, readImportFile } from '../../../lib/dashboard/imports/read-file.ts'
import { readRow } from '../../../lib/dashboard/imports/rows.ts'
import { DELIMITERS, type Delimiter, parseCsv } from '../../../lib/values/csv.ts'

const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const encodeUtf16 = (text: string, isBigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
}
const encodeLatin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const prepend = (start: number[], bytes: Uint8Array): Uint8Array => new Uint8Array([...start, ...bytes])

const readText = (text: string, options?: FileOptions) => readImportFile(encodeUtf8(text), options)
const readCells = (text: string, options?: FileOptions) => readText(text, options).rows.map(({ cells }) => cells)

const TEXT = 'Name,Phone\r\nZoë Núñez,2125550142\r\n'

describe('import file', () => {
  it.each([
    ['UTF-8', encodeUtf8(TEXT), 'utf-8'],
    ['UTF-8 with a byte order mark', prepend([0xef, 0xbb, 0xbf], encodeUtf8(TEXT)), 'utf-8'],
    ['UTF-16 LE with a byte order mark', prepend([0xff, 0xfe], encodeUtf16(TEXT, false)), 'utf-16le'],
    ['UTF-16 BE with a byte order mark', prepend([0xfe, 0xff], encodeUtf16(TEXT, true)), 'utf-16be'],
    ['UTF-16 LE', encodeUtf16(TEXT, false), 'utf-16le'],
    ['UTF-16 BE', encodeUtf16(TEXT, true), 'utf-16be'],
    ['Windows-1252', encodeLatin(TEXT), 'windows-1252'],
  ])('is read as %s', (_name, bytes, encoding) => {
    const table = readImportFile(bytes)
    expect(table).toMatchObject({ encoding, headers: ['Name', 'Phone'], hasHeader: true })
    expect(table.rows).toEqual([{ number: 2, cells: ['Zoë Núñez', '2125550142'] }])
  })

  it('is read in the chosen encoding', () => {
    const bytes = prepend([], encodeLatin('Name\r\n\u0093Ada\u0094\r\n'))
    expect(readImportFile(bytes, { encoding: 'windows-1252' }).rows).toEqual([{ number: 2, cells: ['“Ada”'] }])
  })

  it.each(Object.keys(DELIMITERS) as Delimiter[])('is split at the separator %j', (delimiter) => {
    const text = [
      ['Name', 'Note'],
      ['Ada', '"a,b;c|d\te"'],
      ['Bo', 'x'],
    ]
      .map((row) => row.join(delimiter))
      .join('\n')
    expect(readText(text)).toMatchObject({
      delimiter,
      rows: [{ cells: ['Ada', 'a,b;c|d\te'] }, { cells: ['Bo', 'x'] }],
    })
  })

  it('is split as the sep= line of Excel says, which is no row', () => {
    const table = readText('sep=;\r\nName;Note\r\nAda, B.;x, y, z\r\n')
    expect(table).toMatchObject({ delimiter: ';', headers: ['Name', 'Note'] })
    expect(table.rows).toEqual([{ number: 2, cells: ['Ada, B.', 'x, y, z'] }])
  })

  it('can have quoted line breaks, quotes and empty rows', () => {
    const text = 'Name,Note\r\n"Ada ""Countess"" Byron","No heat,\r\nand noise"\r\n\r\n,\r\nBo,x'
    expect(readText(text).rows).toEqual([
      { number: 2, cells: ['Ada "Countess" Byron', 'No heat,\r\nand noise'] },
      { number: 5, cells: ['Bo', 'x'] },
    ])
  })

  it.each([
    ['\n', 'Name,Note\nAda,x\nBo,y\n'],
    ['\r', 'Name,Note\rAda,x\rBo,y\r'],
    ['mixed', 'Name,Note\r\nAda,x\nBo,y\r\n'],
  ])('can have line endings of any system: %j', (_name, text) => {
    expect(readCells(text).map((cells) => cells.map((cell) => cell.trim()))).toEqual([
      ['Ada', 'x'],
      ['Bo', 'y'],
    ])
  })

  it('can have quotes within unquoted cells', () => {
    expect(readCells('Name,Note\nAda,5" pipe\nBo,y\n')).toEqual([
      ['Ada', '5" pipe'],
      ['Bo', 'y'],
    ])
  })

  it('gives a name to empty and repeated columns, and ignores empty ones at the end', () => {
    expect(readText('Phone,,Phone,,\nA,B,C,,\n').headers).toEqual(['Phone', 'Column 2', 'Phone (2)'])
  })

  it('can lack column names', () => {
    const table = readText('Ada Byron,(212) 555-0142,ada@example.com\nBo Diaz,2125550143,bo@example.com\n')
    expect(table).toMatchObject({ hasHeader: false, headers: ['Column 1', 'Column 2', 'Column 3'] })
    expect(table.rows).toHaveLength(2)
    expect(guessColumns('leads', table).map(({ field }) => field)).toEqual([null, 'phone', 'email'])
    expect(readText('Ada,2125550142\n', { hasHeader: false }).rows).toHaveLength(1)
  })

  it.each([
    ['an Excel workbook', [0x50, 0x4b, 0x03, 0x04, 0x14], /CSV UTF-8/],
    ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /CSV UTF-8/],
    ['a PDF', [0x25, 0x50, 0x44, 0x46, 0x2d], /Export the list as CSV/],
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 0, 2], /not a text file/],
    ['an empty file', [], /empty/],
    ['blank lines', [10, 10, 44, 10], /empty/],
    ['a header alone', [...encodeUtf8('Name,Phone\n')], /no rows/],
    ['an open quote', [...encodeUtf8('Name,Phone\n"Ada,1\nBo,2\n')], /quote in row 2 is not closed/],
    ['a long cell', [...encodeUtf8(`Name\n${'x'.repeat(10_001)}\n`)], /cell in row 2/],
    ['too many rows', [...encodeUtf8(`Name\n${'Ada\n'.repeat(5_001)}`)], /5,001 rows/],
    ['too many columns', [...encodeUtf8(`${'Name,'.repeat(200)}Name\n${'x,'.repeat(200)}x\n`)], /201 columns/],
  ])('is rejected with a way out: %s', (_name, bytes, message) => {
    expect(() => readImportFile(new Uint8Array(bytes))).toThrow(ImportFileError)
    expect(() => readImportFile(new Uint8Array(bytes))).toThrow(message)
  })

  it('is rejected above 10 MB', () => {
    expect(() => readImportFile(new Uint8Array(MAX_FILE_BYTES + 1))).toThrow('larger than 10 MB')
  })

  it('keeps any cells through writing and parsing', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 })
    const special = fc.array(fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', '\r\n', "'", '=', ' ', 'a', 'é'), {
      maxLength: 8,
    })
    const anyCell = fc.oneof(
      cell,
      special.map((parts) => parts.join('')),
    )
    const rows = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(anyCell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      )
    fc.assert(
      fc.property(rows, fc.constantFrom(...(Object.keys(DELIMITERS) as Delimiter[])), (table, delimiter) => {
        fc.pre(table.every((row) => row.some((value) => value !== '')) && !/^"?sep=/i.test(table[0]?.[0] ?? ''))
        const text = stringify(table, { delimiter, quoted: true, quoted_empty: true, record_delimiter: 'windows' })
        expect(parseCsv(text, delimiter)).toEqual(table)
      }),
      { numRuns: 500 },
    )
  })

  it.each(['leads', 'callers'] as const)('has a template whose columns and sample are accepted: %s', (kind) => {
    const table = readText(formatTemplate(kind))
    const columns = guessColumns(kind, table)
    expect(columns.filter(({ field }) => field === null)).toEqual([])
    const context = { mapping: { columns }, timeZone: 'America/New_York', now: new Date('2026-12-01') }
    expect(table.rows.map(({ cells }) => readRow(kind, cells, context))).toEqual([{ row: expect.anything() }])
  })
})
