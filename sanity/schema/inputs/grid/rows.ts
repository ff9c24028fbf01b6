import type { Cells } from './cells.ts'

export type StoredRow = { _key: string; _type: string; feature?: string; cells?: string[] }

export type RowShape = { type: string; cellsOf: (row: StoredRow) => string[]; fieldsOf: (cells: string[]) => object }

export const tableShape: RowShape = {
  type: 'tableRow',
  cellsOf: ({ cells }) => cells ?? [],
  fieldsOf: (cells) => ({ cells }),
}

export const comparisonShape: RowShape = {
  type: 'comparisonRow',
  cellsOf: ({ feature, cells }) => [feature ?? '', ...(cells ?? [])],
  fieldsOf: ([feature = '', ...cells]) => ({ feature, cells }),
}

/**
 * Converts cells to stored rows. Keeps the keys of existing rows, so that concurrent editors keep their cursor
 * position.
 */
export function storedRows(cells: Cells, before: StoredRow[], { type, fieldsOf }: RowShape): StoredRow[] {
  return cells.map((row, index) => ({ ...(before[index] ?? { _key: newKey() }), _type: type, ...fieldsOf(row) }))
}

/** Generates a key in Sanity's format: twelve hexadecimal digits. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
