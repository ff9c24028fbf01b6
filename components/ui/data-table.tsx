import type { ReactNode } from 'react'

type Row = {
  key: string
  /** As many as there are columns; what is missing is empty. */
  cells: ReactNode[]
  className?: string | undefined
}

type DataTableProps = {
  columns: ReactNode[]
  rows: Row[]
  /** Names the table for screen readers, where nothing that is seen does. */
  caption?: string | null
  /** The column that is marked, from 0. */
  marked?: number | undefined
  /**
   * On a phone: each row becomes a block, with the names of the columns in it if they are labels; or of a sum the figure
   * stands beside the first column and the third below it; or the table keeps its columns and what is round it sees to
   * their width.
   */
  narrow?: 'stack' | 'label' | 'sum' | 'scroll'
  /** Whether what a column says is set to the right, as figures are. */
  isRight?: ((position: number) => boolean) | undefined
  className?: string
}

type CellProps = {
  content: ReactNode
  scope?: 'col' | 'row' | undefined
  className: string | undefined
  /** The name of its column, where it is told in the cell. */
  label?: string | undefined
}

const NARROW = {
  stack: 'data-table-stacked',
  label: 'data-table-labeled',
  sum: 'data-table-labeled data-table-sum',
  scroll: '',
}

/** A cell; one that heads a column or row and says something is a header. */
function Cell({ content, scope, className, label }: CellProps) {
  return scope && content ? (
    <th scope={scope} className={className}>
      {content}
    </th>
  ) : (
    <td className={className} data-label={label}>
      {content}
    </td>
  )
}

/** A table whose first column names the rows, unless it is the only one. */
export function DataTable({
  columns,
  rows,
  caption,
  marked,
  narrow = 'stack',
  isRight,
  className = '',
}: DataTableProps) {
  const markOf = (position: number) =>
    [position === marked && 'marked', isRight?.(position) && 'figure'].filter(Boolean).join(' ') || undefined
  const labelOf = (position: number) => {
    const column = narrow === 'label' && position > 0 && columns[position]
    return typeof column === 'string' ? column : undefined
  }
  return (
    <table className={`data-table ${NARROW[narrow]} ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column, position) => (
            <Cell key={position} content={column} scope="col" className={markOf(position)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, className: rowClass }) => (
          <tr key={key} className={rowClass}>
            {columns.map((_, position) => (
              <Cell
                key={position}
                content={cells[position]}
                className={markOf(position)}
                label={labelOf(position)}
                scope={position === 0 && columns.length > 1 ? 'row' : undefined}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
