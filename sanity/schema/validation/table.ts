/** A row of a table as it is stored. */
export type TableRow = { cells?: string[] }

const MAX_COLUMNS = 8
const MAX_ROWS = 60

/** What is wrong with the rows of a table, in words for an editor; undefined when nothing is. The first row is the header. */
export function tableRowsError(rows: TableRow[] | undefined): string | undefined {
  if (!rows || rows.length === 0) return undefined
  const [header, ...body] = rows.map(({ cells }) => cells ?? [])
  if (!header || header.length === 0) return 'Give the first row its column headings.'
  if (header.length > MAX_COLUMNS) return `Keep the table within ${MAX_COLUMNS} columns: more do not fit on a phone.`
  if (body.length === 0) return 'Add a row below the header.'
  if (rows.length > MAX_ROWS) return `Keep the table within ${MAX_ROWS} rows.`
  const uneven = body.findIndex((cells) => cells.length !== header.length)
  if (uneven >= 0)
    return `Row ${uneven + 2} has ${countOf(body[uneven]?.length ?? 0, 'cell')}, the header has ${header.length}.`
  return undefined
}

/** A row of a comparison as it is stored. */
export type ComparisonRow = { _key: string; cells?: string[] }

/** True, or one sentence for the editor and the rows it belongs to: those without exactly one cell for each column. */
export function comparisonRowsError(
  rows: ComparisonRow[] | undefined,
  columns: string[],
): true | { message: string; paths: { _key: string }[][] } {
  const uneven = (rows ?? []).filter(({ cells }) => (cells?.length ?? 0) !== columns.length)
  if (uneven.length === 0) return true
  const needed = `${countOf(columns.length, 'column')}, so each row needs ${countOf(columns.length, 'cell')}`
  return { message: `There are ${needed}.`, paths: uneven.map(({ _key }) => [{ _key }]) }
}

/** Notices a mark on a column that a comparison does not have; undefined when all is well. */
export const ourColumnError = (ours: number | undefined, columns: string[] = []): string | undefined =>
  ours !== undefined && ours > columns.length
    ? `There is no column ${ours}: the comparison has ${countOf(columns.length, 'column')}.`
    : undefined

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
