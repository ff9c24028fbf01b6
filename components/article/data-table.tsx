import { useId } from 'react'

type Row = { _key: string; cells?: (string | null)[] | null }
export type TableValue = { caption?: string | null; rows?: Row[] | null }

/** A cell; one that heads a column or row and says something is a header. */
function Cell({ text, scope }: { text: string | null | undefined; scope: 'col' | 'row' | undefined }) {
  return scope && text ? <th scope={scope}>{text}</th> : <td>{text}</td>
}

/** A table that scrolls by itself where it is too wide. Its first row is the header, its first column names the rows. */
export function DataTable({ value }: { value: TableValue }) {
  const id = useId()
  const [head, ...body] = value.rows ?? []
  if (!head?.cells?.length) return null
  const columns = head.cells.map((_, column) => column)
  const label = value.caption ? { 'aria-labelledby': id } : { 'aria-label': 'Table' }
  return (
    <figure className="article-wide">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <section className="table-scroll" tabIndex={0} {...label}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <Cell key={column} text={head.cells?.[column]} scope="col" />
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map(({ _key, cells }) => (
              <tr key={_key}>
                {columns.map((column) => (
                  <Cell
                    key={column}
                    text={cells?.[column]}
                    scope={column === 0 && columns.length > 1 ? 'row' : undefined}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {value.caption && (
        <figcaption id={id} className="label mt-3 text-muted">
          {value.caption}
        </figcaption>
      )}
    </figure>
  )
}
