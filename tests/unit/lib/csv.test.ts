import { describe, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { formatCsv } from '../../../lib/dashboard/exports/csv.ts'
import { parseZips } from '../../../lib/dashboard/settings/crews.ts'
import { fromTextFormula } from '../../../lib/values/spreadsheet-text.ts'

const renderCell = (value: string): string => {
  const [[cell = ''] = []] = parse(formatCsv([value], [['Cell', (row) => row]], { isFirst: false })) as string[][]
  return cell
}

describe('CSV cell', () => {
  it.each(['02134', '00501', '007', '00', '1234567890123456'])(
    'is a text formula if a spreadsheet would change the number: %s',
    (value) => {
      expect(renderCell(value)).toBe(`="${value}"`)
      expect(fromTextFormula(renderCell(value))).toBe(value)
    },
  )

  it.each([
    '10001',
    '0',
    '134',
    '02134-1234',
    '(212) 555-0142',
    '011 44 20 7946 0958',
    '2026-03-08 08:30',
    '0.5',
    '0=1',
    'Ada',
    '',
  ])('is unchanged if a spreadsheet keeps the value: %s', (value) => expect(renderCell(value)).toBe(value))

  it.each(['="02134"', '=1+1', '+1', '-02134', '@A1'])('escapes user input that looks like a formula: %s', (value) =>
    expect(renderCell(value)).toBe(`'${value}`),
  )

  it('parses text formulas in pasted ZIP codes', () => {
    expect(parseZips('="02134", ="02135"\n10001')).toEqual({ zips: ['02134', '02135', '10001'], malformed: [] })
  })
})
