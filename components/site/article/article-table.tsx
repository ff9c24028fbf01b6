import { useId } from 'react'
import { stegaClean } from 'next-sanity'
import { DataTable } from '../../ui/data-table.tsx'

type Row = { _key: string; cells?: (string | null)[] | null }
export type TableValue = { caption?: string | null; rows?: Row[] | null }

/**
 * Column counts. A table with `WIDE` columns or more is wider than the text. With fewer than `LABELED` columns, a phone
 * keeps the columns.
 */
const WIDE = 4
const LABELED = 3

const FIGURE = /^\$?\d.{0,8}$/

const SUM = /^(?:All|Total|You pay|Left)\b/

/** Renders a table. Its first row is the header. On a phone, rows become blocks. */
export function ArticleTable({ value, hasHiddenCaption = false }: { value: TableValue; hasHiddenCaption?: boolean }) {
  const id = useId()
  const [head, ...body] = value.rows ?? []
  if (!head?.cells?.length) return null
  const name = value.caption ? { 'aria-labelledby': id } : { 'aria-label': 'Table' }
  const columns = head.cells.length
  const isRight = (position: number) =>
    position > 0 && body.every(({ cells }) => FIGURE.test(stegaClean(cells?.[position]) ?? ''))
  const isSumName = (name: string | null | undefined) => SUM.test(stegaClean(name) ?? '')
  const isSum = (cells: Row['cells'], position: number) =>
    isRight(position) && [cells?.[0], head.cells?.[position]].some(isSumName)
  const hasFigures = head.cells.some((_, position) => isRight(position))
  const isNarrow = columns < LABELED || (columns === LABELED && isRight(1) && isRight(2))
  const endsInResult = columns === LABELED && isRight(1) && !isRight(2)
  return (
    <figure className={columns < WIDE ? 'article-table' : 'article-wide'}>
      {value.caption && (
        <figcaption id={id} className={hasHiddenCaption ? 'sr-only' : 'label mb-2 text-muted-foreground'}>
          {value.caption}
        </figcaption>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users can scroll the element */}
      <section className="scroll-cue overflow-x-auto border-y" tabIndex={0} {...name}>
        <DataTable
          narrow={(isNarrow && 'scroll') || (endsInResult && 'sum') || 'label'}
          isRight={isRight}
          columns={head.cells}
          rows={body.map(({ _key, cells }) => ({
            key: _key,
            className: hasFigures && isSumName(cells?.[0]) ? 'border-foreground' : undefined,
            cells: (cells ?? []).map((cell, position) =>
              isSum(cells, position) ? (
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
