import type { ReactNode } from 'react'

type Row = { key: string; cells: ReactNode[] }

type DataTableProps = {
  /** For screen readers; undefined where the table is named by what is around it. */
  caption?: string
  columns: ReactNode[]
  rows: Row[]
  className?: string
}

/** A cell at the head of a column or row is a header, unless it is empty. */
function Cell({ scope, children }: { scope: 'col' | 'row' | undefined; children: ReactNode }) {
  return scope && children ? <th scope={scope}>{children}</th> : <td>{children}</td>
}

/** A table whose first column names the rows. Rows with fewer cells than there are columns are filled up. */
export function DataTable({ caption, columns, rows, className }: DataTableProps) {
  return (
    <table className={className}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column, position) => (
            <Cell key={position} scope="col">
              {column}
            </Cell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map((_, position) => (
              <Cell key={position} scope={position === 0 && columns.length > 1 ? 'row' : undefined}>
                {cells[position]}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
