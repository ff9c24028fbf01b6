import type { Cells } from './cells.ts'

/** A row as it is stored in an array of the Content Lake. */
export type StoredRow = { _key: string; _type: string; feature?: string; cells?: string[] }

/** How rows of a type become a grid and a grid becomes rows. */
export type RowShape = { type: string; cellsOf: (row: StoredRow) => string[]; fieldsOf: (cells: string[]) => object }

/** All cells of a row are alike. */
export const tableShape: RowShape = {
  type: 'tableRow',
  cellsOf: ({ cells }) => cells ?? [],
  fieldsOf: (cells) => ({ cells }),
}

/** The first cell says what is compared. */
export const comparisonShape: RowShape = {
  type: 'comparisonRow',
  cellsOf: ({ feature, cells }) => [feature ?? '', ...(cells ?? [])],
  fieldsOf: ([feature = '', ...cells]) => ({ feature, cells }),
}

/** Rows for a grid, those that were there before under their keys, so that other editors keep their place. */
export function storedRows(cells: Cells, before: StoredRow[], { type, fieldsOf }: RowShape): StoredRow[] {
  return cells.map((row, index) => ({ ...(before[index] ?? { _key: newKey() }), _type: type, ...fieldsOf(row) }))
}

/** As Sanity makes them: twelve hexadecimal digits. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
