import type { ReactNode } from 'react'

type Row = {
  key: string
  cells: ReactNode[]
  className?: string | undefined
}

type DataTableProps = {
  columns: ReactNode[]
  rows: Row[]
  caption?: string | null
  highlightedColumn?: number | undefined
  /**
   * Layout on a phone. `stack` and `label` turn rows into blocks; `label` also repeats the column names. `sum` puts the
   * number next to the first column. `scroll` keeps the columns, and the parent scrolls.
   */
  narrow?: 'stack' | 'label' | 'sum' | 'scroll'
  isRightAligned?: ((position: number) => boolean) | undefined
  className?: string
}

type CellProps = {
  content: ReactNode
  scope?: 'col' | 'row' | undefined
  className: string | undefined
  label?: string | undefined
}

const NARROW_CLASSES = {
  stack: 'data-table-stacked',
  label: 'data-table-labeled',
  sum: 'data-table-labeled data-table-sum',
  scroll: '',
}

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

/** Renders a table. The first column is the row header, unless there is only one column. */
export function DataTable({
  columns,
  rows,
  caption,
  highlightedColumn,
  narrow = 'stack',
  isRightAligned,
  className = '',
}: DataTableProps) {
  const getColumnClass = (position: number) =>
    [position === highlightedColumn && 'marked', isRightAligned?.(position) && 'figure'].filter(Boolean).join(' ') ||
    undefined
  const getLabel = (position: number) => {
    const column = narrow === 'label' && position > 0 && columns[position]
    return typeof column === 'string' ? column : undefined
  }
  return (
    <table className={`data-table ${NARROW_CLASSES[narrow]} ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column, position) => (
            <Cell key={position} content={column} scope="col" className={getColumnClass(position)} />
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
                className={getColumnClass(position)}
                label={getLabel(position)}
                scope={position === 0 && columns.length > 1 ? 'row' : undefined}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
