/** Table cells by row and column. Rows may have different lengths during editing. */
export type Cells = string[][]

export type Place = { row: number; column: number }

export function widthOf(cells: Cells): number {
  return Math.max(0, ...cells.map((row) => row.length))
}

export function even(cells: Cells, width = widthOf(cells)): Cells {
  return cells.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
}

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

/** Parses cells pasted from a spreadsheet or web page. Returns undefined for plain text. */
export function pastedCells(text: string): Cells | undefined {
  const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  return rows.length > 1 || text.includes('\t')
    ? rows.map((row) => row.split('\t').map((cell) => cell.trim()))
    : undefined
}

/** Inserts pasted cells at a position. Adds rows as needed, and columns up to `maxWidth`. */
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
