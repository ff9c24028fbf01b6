import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  even,
  pastedCells,
  withColumn,
  withoutColumn,
  withPasted,
  withRow,
  withText,
} from '../../../sanity/schema/inputs/grid/cells.ts'
import { Grid } from '../../../sanity/schema/inputs/grid/grid.tsx'
import { comparisonShape, newKey, storedRows, tableShape } from '../../../sanity/schema/inputs/grid/rows.ts'

const table = [
  ['Plan', 'Price'],
  ['Solo', '$99'],
]

describe('cells', () => {
  it('are filled up to the widest row', () => {
    expect(even([['a', 'b'], ['c']])).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
    expect(even([['a', 'b']], 1)).toEqual([['a']])
  })

  it('take a text, a row and a column where they are asked to', () => {
    expect(withText(table, { row: 1, column: 1 }, '$129')).toEqual([
      ['Plan', 'Price'],
      ['Solo', '$129'],
    ])
    expect(withRow(table, 1)).toEqual([
      ['Plan', 'Price'],
      ['', ''],
      ['Solo', '$99'],
    ])
    expect(withRow([], 0)).toEqual([['']])
    expect(withColumn(table, 2)).toEqual([
      ['Plan', 'Price', ''],
      ['Solo', '$99', ''],
    ])
    expect(withoutColumn(table, 0)).toEqual([['Price'], ['$99']])
  })

  it('leave the table alone that they were made from', () => {
    withText(table, { row: 0, column: 0 }, 'x')
    withoutColumn(table, 0)
    expect(table[0]).toEqual(['Plan', 'Price'])
  })
})

describe('pasting', () => {
  it('recognizes what a spreadsheet copies, whatever the line ends', () => {
    expect(pastedCells('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(pastedCells('a\nb')).toEqual([['a'], ['b']])
  })

  it('leaves a plain text to the cell it is pasted into', () => {
    expect(pastedCells('one sentence')).toBeUndefined()
    expect(pastedCells('one sentence\n')).toBeUndefined()
  })

  it('grows the table as far as needed', () => {
    expect(
      withPasted(table, { row: 1, column: 1 }, [
        ['1', '2'],
        ['3', '4'],
      ]),
    ).toEqual([
      ['Plan', 'Price', ''],
      ['Solo', '1', '2'],
      ['', '3', '4'],
    ])
  })

  it('drops what does not fit when the columns are given', () => {
    expect(withPasted(table, { row: 1, column: 1 }, [['1', '2']], 2)).toEqual([
      ['Plan', 'Price'],
      ['Solo', '1'],
    ])
  })
})

describe('rows as they are stored', () => {
  it('keep their keys, and new ones get their own', () => {
    const rows = storedRows([['a'], ['b']], [{ _key: 'first', _type: 'tableRow', cells: ['x'] }], tableShape)
    expect(rows).toEqual([
      { _key: 'first', _type: 'tableRow', cells: ['a'] },
      { _key: expect.stringMatching(/^[0-9a-f]{12}$/), _type: 'tableRow', cells: ['b'] },
    ])
    expect(newKey()).not.toBe(newKey())
  })

  it('of a comparison begin with what is compared', () => {
    const [row] = storedRows([['Nights', 'yes', 'no']], [], comparisonShape)
    expect(row).toMatchObject({ _type: 'comparisonRow', feature: 'Nights', cells: ['yes', 'no'] })
    expect(row && comparisonShape.cellsOf(row)).toEqual(['Nights', 'yes', 'no'])
  })
})

describe('Grid', () => {
  const nothing = () => undefined
  const handlers = { onText: nothing, onShape: nothing, onMoveRow: nothing, onRemoveRow: nothing }

  it('names every cell and every button for those who do not see the table', () => {
    const markup = renderToStaticMarkup(<Grid cells={table} {...handlers} />)
    expect(markup).toContain('aria-label="Row 2, column 1"')
    expect(markup).toContain('aria-label="Remove column 2"')
    expect(markup).toContain('aria-label="Move row 2 up"')
    expect(markup).toContain('Add column')
  })

  it('shows the headings that stand elsewhere, and no way to change them here', () => {
    const markup = renderToStaticMarkup(<Grid cells={[['Nights']]} headings={['What', 'Ductwise', '']} {...handlers} />)
    expect(markup).toContain('Ductwise')
    expect(markup).toContain('Column 3')
    expect(markup).toContain('aria-label="Row 1, column 3"')
    expect(markup).not.toContain('Add column')
  })

  it('can only be read by who may only read', () => {
    const markup = renderToStaticMarkup(<Grid cells={table} readOnly {...handlers} />)
    expect(markup.match(/<textarea[^>]* readOnly=""/g)).toHaveLength(4)
    expect(markup.match(/<button(?![^>]* disabled)/g)).toBeNull()
  })
})
