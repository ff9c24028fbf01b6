import type { Cells } from './cells.ts'

export type StoredRow = { _key: string; _type: string; feature?: string; cells?: string[] }

export type RowShape = { type: string; toCells: (row: StoredRow) => string[]; toFields: (cells: string[]) => object }

export const tableShape: RowShape = {
  type: 'tableRow',
  toCells: ({ cells }) => cells ?? [],
  toFields: (cells) => ({ cells }),
}

export const comparisonShape: RowShape = {
  type: 'comparisonRow',
  toCells: ({ feature, cells }) => [feature ?? '', ...(cells ?? [])],
  toFields: ([feature = '', ...cells]) => ({ feature, cells }),
}

/**
 * Converts cells to stored rows. Keeps the keys of existing rows, so that concurrent editors keep their cursor
 * position.
 */
export function toStoredRows(cells: Cells, previousRows: StoredRow[], { type, toFields }: RowShape): StoredRow[] {
  return cells.map((row, index) => ({
    ...(previousRows[index] ?? { _key: generateKey() }),
    _type: type,
    ...toFields(row),
  }))
}

/** Generates a key in Sanity's format: twelve hexadecimal digits. */
export function generateKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
