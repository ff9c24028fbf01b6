/** Texts of a table by row and column; rows may be of different lengths while an editor is at work. */
export type Cells = string[][]

export type Place = { row: number; column: number }

/** Columns of the widest row. */
export function widthOf(cells: Cells): number {
  return Math.max(0, ...cells.map((row) => row.length))
}

/** All rows as long as the longest, or as `width` says. */
export function even(cells: Cells, width = widthOf(cells)): Cells {
  return cells.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
}

/** The table with one text replaced. */
export function withText(cells: Cells, at: Place, text: string): Cells {
  return even(cells).map((row, index) => (index === at.row ? row.with(at.column, text) : row))
}

export function withRow(cells: Cells, index: number): Cells {
  return even(cells).toSpliced(index, 0, Array<string>(Math.max(1, widthOf(cells))).fill(''))
}

export function withColumn(cells: Cells, index: number): Cells {
  return even(cells).map((row) => row.toSpliced(index, 0, ''))
}

export function withoutColumn(cells: Cells, index: number): Cells {
  return even(cells).map((row) => row.toSpliced(index, 1))
}

/** What was copied from a spreadsheet or a web page; undefined for a text that is no table and belongs into one cell. */
export function pastedCells(text: string): Cells | undefined {
  const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  return rows.length > 1 || text.includes('\t')
    ? rows.map((row) => row.split('\t').map((cell) => cell.trim()))
    : undefined
}

/**
 * Lays a pasted table over another one from a cell on; rows are added as needed, columns too unless `maxWidth` says no.
 */
export function withPasted(cells: Cells, at: Place, pasted: Cells, maxWidth = Infinity): Cells {
  const width = Math.min(maxWidth, Math.max(widthOf(cells), at.column + widthOf(pasted)))
  const height = Math.max(cells.length, at.row + pasted.length)
  return Array.from({ length: height }, (_, row) =>
    Array.from(
      { length: width },
      (_cell, column) => pasted[row - at.row]?.[column - at.column] ?? cells[row]?.[column] ?? '',
    ),
  )
}
