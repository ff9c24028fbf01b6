import { useId } from 'react'
import { stegaClean } from 'next-sanity'
import { DataTable } from '../../ui/data-table.tsx'

type Row = { _key: string; cells?: (string | null)[] | null }
export type TableValue = { caption?: string | null; rows?: Row[] | null }

/**
 * From `WIDE_COLUMN_COUNT` columns on, a table is wider than the text. Below `LABELED_COLUMN_COUNT` columns, it keeps
 * its columns on a phone.
 */
const WIDE_COLUMN_COUNT = 4
const LABELED_COLUMN_COUNT = 3

const NUMBER_PATTERN = /^\$?\d.{0,8}$/

const TOTAL_PATTERN = /^(?:All|Total|You pay|Left)\b/

/** Renders a table. Its first row is the header. On a phone, rows become blocks. */
export function ArticleTable({ value, hasHiddenCaption = false }: { value: TableValue; hasHiddenCaption?: boolean }) {
  const id = useId()
  const [head, ...body] = value.rows ?? []
  if (!head?.cells?.length) return null
  const name = value.caption ? { 'aria-labelledby': id } : { 'aria-label': 'Table' }
  const columns = head.cells.length
  const isRightAligned = (position: number) =>
    position > 0 && body.every(({ cells }) => NUMBER_PATTERN.test(stegaClean(cells?.[position]) ?? ''))
  const isTotalLabel = (name: string | null | undefined) => TOTAL_PATTERN.test(stegaClean(name) ?? '')
  const isTotal = (cells: Row['cells'], position: number) =>
    isRightAligned(position) && [cells?.[0], head.cells?.[position]].some(isTotalLabel)
  const hasNumbers = head.cells.some((_, position) => isRightAligned(position))
  const isNarrow =
    columns < LABELED_COLUMN_COUNT || (columns === LABELED_COLUMN_COUNT && isRightAligned(1) && isRightAligned(2))
  const hasResultColumn = columns === LABELED_COLUMN_COUNT && isRightAligned(1) && !isRightAligned(2)
  return (
    <figure className={columns < WIDE_COLUMN_COUNT ? 'article-table' : 'article-wide'}>
      {value.caption && (
        <figcaption id={id} className={hasHiddenCaption ? 'sr-only' : 'label mb-2 text-muted-foreground'}>
          {value.caption}
        </figcaption>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users can scroll the element */}
      <section className="scroll-cue overflow-x-auto border-y" tabIndex={0} {...name}>
        <DataTable
          narrow={(isNarrow && 'scroll') || (hasResultColumn && 'sum') || 'label'}
          isRightAligned={isRightAligned}
          columns={head.cells}
          rows={body.map(({ _key, cells }) => ({
            key: _key,
            className: hasNumbers && isTotalLabel(cells?.[0]) ? 'border-foreground' : undefined,
            cells: (cells ?? []).map((cell, position) =>
              isTotal(cells, position) ? (
                <strong key={position} className="font-semibold">
                  {cell}
                </strong>
              ) : (
                cell
              ),
            ),
          }))}
        />
      </section>
    </figure>
  )
}
