import { useId } from 'react'
import { DataTable } from '../ui/data-table.tsx'

type Row = { _key: string; cells?: (string | null)[] | null }
export type TableValue = { caption?: string | null; rows?: Row[] | null }

/** A table of an article, which scrolls by itself where it is too wide. Its first row is the header. */
export function ArticleTable({ value }: { value: TableValue }) {
  const id = useId()
  const [head, ...body] = value.rows ?? []
  if (!head?.cells?.length) return null
  const name = value.caption ? { 'aria-labelledby': id } : { 'aria-label': 'Table' }
  return (
    <figure className="article-wide">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <section className="scroll-cue overflow-x-auto border-y" tabIndex={0} {...name}>
        <DataTable
          narrow="scroll"
          columns={head.cells}
          rows={body.map(({ _key, cells }) => ({ key: _key, cells: cells ?? [] }))}
        />
      </section>
      {value.caption && (
        <figcaption id={id} className="label mt-3 text-muted-foreground">
          {value.caption}
        </figcaption>
      )}
    </figure>
  )
}
