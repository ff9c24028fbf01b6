import type { ReactNode } from 'react'

type Row = {
  key: string
  /** As many as there are columns; what is missing is empty. */
  cells: ReactNode[]
}

type DataTableProps = {
  columns: ReactNode[]
  rows: Row[]
  /** Names the table for screen readers, where nothing that is seen does. */
  caption?: string | null
  /** On a phone: each row becomes a block, or the table keeps its columns and what is round it sees to their width. */
  narrow?: 'stack' | 'scroll'
  className?: string
}

/** A cell; one that heads a column or row and says something is a header. */
function Cell({ content, scope }: { content: ReactNode; scope?: 'col' | 'row' | undefined }) {
  return scope && content ? <th scope={scope}>{content}</th> : <td>{content}</td>
}

/** A table whose first column names the rows, unless it is the only one. */
export function DataTable({ columns, rows, caption, narrow = 'stack', className = '' }: DataTableProps) {
  return (
    <table className={`data-table ${narrow === 'stack' ? 'data-table-stacked' : ''} ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column, position) => (
            <Cell key={position} content={column} scope="col" />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map((_, position) => (
              <Cell
                key={position}
                content={cells[position]}
                scope={position === 0 && columns.length > 1 ? 'row' : undefined}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
