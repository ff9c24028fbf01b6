/** Table cells by row and column. Rows may have different lengths during editing. */
export type Cells = string[][]

export type CellPosition = { row: number; column: number }

export function getWidth(cells: Cells): number {
  return Math.max(0, ...cells.map((row) => row.length))
}

export function padRows(cells: Cells, width = getWidth(cells)): Cells {
  return cells.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
}

export function setText(cells: Cells, position: CellPosition, text: string): Cells {
  return padRows(cells).map((row, index) => (index === position.row ? row.with(position.column, text) : row))
}

export function insertRow(cells: Cells, index: number): Cells {
  return padRows(cells).toSpliced(index, 0, Array<string>(Math.max(1, getWidth(cells))).fill(''))
}

export function insertColumn(cells: Cells, index: number): Cells {
  return padRows(cells).map((row) => row.toSpliced(index, 0, ''))
}

export function removeColumn(cells: Cells, index: number): Cells {
  return padRows(cells).map((row) => row.toSpliced(index, 1))
}

/** Parses cells pasted from a spreadsheet or web page. Returns undefined for plain text. */
export function parsePastedCells(text: string): Cells | undefined {
  const rows = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  return rows.length > 1 || text.includes('\t')
    ? rows.map((row) => row.split('\t').map((cell) => cell.trim()))
    : undefined
}

/** Inserts pasted cells at a position. Adds rows as needed, and columns up to `maxWidth`. */
export function pasteCells(cells: Cells, position: CellPosition, pastedGrid: Cells, maxWidth = Infinity): Cells {
  const width = Math.min(maxWidth, Math.max(getWidth(cells), position.column + getWidth(pastedGrid)))
  const height = Math.max(cells.length, position.row + pastedGrid.length)
  return Array.from({ length: height }, (_, row) =>
    Array.from(
      { length: width },
      (_cell, column) => pastedGrid[row - position.row]?.[column - position.column] ?? cells[row]?.[column] ?? '',
    ),
  )
}
