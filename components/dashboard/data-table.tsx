import type { ReactNode } from 'react'

type Row = { key: string; cells: [heading: ReactNode, ...rest: ReactNode[]] }

type DataTableProps = { caption: string; columns: string[]; rows: Row[] }

/** A table of the dashboard; the first cell names its row. On a phone each row becomes a block. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className="dash-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [heading, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{heading}</th>
            {rest.map((cell, position) => (
              <td key={columns[position + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
