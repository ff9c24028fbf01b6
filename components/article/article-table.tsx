import { useId } from 'react'
import { stegaClean } from 'next-sanity'
import { DataTable } from '../ui/data-table.tsx'

type Row = { _key: string; cells?: (string | null)[] | null }
export type TableValue = { caption?: string | null; rows?: Row[] | null }

/** Columns from which a table needs more room than text, and from which a phone names them in each row, save two of figures. */
const WIDE = 4
const LABELED = 3

/** What is short and begins with a figure or an amount. */
const FIGURE = /^\$?\d.{0,8}$/

/** What names a row or a column of sums. */
const SUM = /^(?:All|Total|You pay|Left)\b/

/**
 * A table of an article: rows become blocks on a phone, and it scrolls by itself where it is too wide otherwise. Its first
 * row is the header.
 */
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
  // Steps with their figures, and where each comes from: the last one is the result.
  const endsInResult = columns === LABELED && isRight(1) && !isRight(2)
  return (
    <figure className={columns < WIDE ? 'article-table' : 'article-wide'}>
      {value.caption && (
        <figcaption id={id} className={hasHiddenCaption ? 'sr-only' : 'label mb-2 text-muted-foreground'}>
          {value.caption}
        </figcaption>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
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
