'use client'

import {
  type ColumnDef,
  type Header,
  type Row as TableRow,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import NextLink from 'next/link'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { PAGE_SIZE } from '@/lib/constants.ts'
import { Icon } from '../../ui/icon.tsx'

export type GridColumn<Row> = {
  /** Also what the list is sorted by, where the column can be. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** For dates and figures, of which the latest or most are looked for. */
  isDescendingFirst?: boolean
  align?: 'end'
  /** The width from which there is room for it beside the others. */
  from?: 'lg' | 'xl'
  /** On a phone, where each row is a card: with its header, without, or not at all. */
  onCard?: 'labelled' | 'plain' | 'hidden'
}

export type GridSort = { by: string; direction: 'asc' | 'desc' }

type DataGridProps<Row> = {
  /** Names the table for who does not see what is round it. */
  caption: string
  /** Made once, outside of the component or with useMemo; the first names the row. */
  columns: readonly GridColumn<Row>[]
  /** Undefined while they are read for the first time. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => string
  /** What a row opens. */
  hrefOf?: (row: Row) => string
  /** The server sorts; this is how. */
  sort?: GridSort
  onSort?: (sort: GridSort) => void
  /** For doing something with several at once; ids on other pages stay chosen. */
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void; labelOf: (row: Row) => string }
  /** Whether rows of before are shown while others are read. */
  isStale?: boolean
  /** In place of the table when there are no rows. */
  empty: ReactNode
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature })
type Features = typeof features

const NO_ROWS: never[] = []

const LINK = 'a[data-row-link]'

/** Arrows lead from row to row, Home and End to the first and the last; the space bar chooses the row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>(LINK) : null
  if (!link) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(LINK)]
  const at = links.indexOf(link)
  const wanted: Record<string, HTMLElement | undefined> = {
    ArrowDown: links[at + 1],
    ArrowUp: links[at - 1],
    Home: links[0],
    End: links.at(-1),
  }
  if (event.key === ' ') link.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  else if (event.key in wanted) wanted[event.key]?.focus()
  else return
  event.preventDefault()
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

function HeaderCell<Row extends object>({
  header,
  column,
}: {
  header: Header<Features, Row>
  column: GridColumn<Row>
}) {
  const sorted = header.column.getIsSorted()
  return (
    <th
      scope="col"
      data-from={column.from}
      data-align={column.align}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
    >
      {column.isSortable ? (
        <button type="button" className="kit-sort" onClick={header.column.getToggleSortingHandler()}>
          {column.header}
          <Icon
            name={sorted ? ({ asc: 'up', desc: 'down' } as const)[sorted] : 'sort'}
            size={14}
            className={sorted ? 'text-foreground' : 'text-muted-foreground'}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

function CheckboxCell({
  label,
  isChecked,
  isMixed = false,
  onChange,
}: {
  label: string
  isChecked: boolean
  isMixed?: boolean
  onChange: (event: unknown) => void
}) {
  const checkbox = (
    <label>
      <input
        type="checkbox"
        checked={isChecked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        onChange={onChange}
      />
      <span className="sr-only">{label}</span>
    </label>
  )
  return <td className="kit-choose">{checkbox}</td>
}

type BodyRowProps<Row extends object> = Pick<DataGridProps<Row>, 'columns' | 'hrefOf' | 'selection'> & {
  row: TableRow<Features, Row>
}

function BodyRow<Row extends object>({ row, columns, hrefOf, selection }: BodyRowProps<Row>) {
  return (
    <tr data-selected={row.getIsSelected() || undefined} data-opens={hrefOf ? '' : undefined}>
      {selection && (
        <CheckboxCell
          label={`Choose ${selection.labelOf(row.original)}`}
          isChecked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      )}
      {columns.map(({ id, cell, header, from, align, onCard = 'labelled' }, position) =>
        position === 0 ? (
          <th key={id} scope="row">
            {hrefOf ? (
              <NextLink href={hrefOf(row.original)} prefetch={false} data-row-link="" className="kit-row-link">
                {cell(row.original)}
              </NextLink>
            ) : (
              cell(row.original)
            )}
          </th>
        ) : (
          <td key={id} data-from={from} data-align={align} data-card={onCard} data-column={header}>
            {cell(row.original)}
          </td>
        ),
      )}
    </tr>
  )
}

const SKELETON = <span className="kit-skeleton" />

function SkeletonRows({ columns, isSelectable }: { columns: readonly GridColumn<never>[]; isSelectable: boolean }) {
  return Array.from({ length: PAGE_SIZE }, (_, row) => (
    <tr key={row}>
      {isSelectable && <td className="kit-choose">{null}</td>}
      {columns.map(({ id, from }) => (
        <td key={id} data-from={from}>
          {SKELETON}
        </td>
      ))}
    </tr>
  ))
}

/**
 * A page of a list that the server sorts and divides, as a table; on a phone each row is a card. The first cell's link
 * covers its row, so that any place of it opens what it is about, in a new tab too.
 */
export function DataGrid<Row extends object>({
  caption,
  columns,
  rows,
  idOf,
  hrefOf,
  sort,
  onSort,
  selection,
  isStale = false,
  empty,
}: DataGridProps<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, isSortable = false, isDescendingFirst = false }): ColumnDef<Features, Row> => ({
        id,
        header,
        enableSorting: isSortable,
        sortDescFirst: isDescendingFirst,
        // Sorting asks for a value; the server compares them.
        accessorFn: () => null,
      })),
    [columns],
  )
  const sorting = useMemo(() => (sort ? [{ id: sort.by, desc: sort.direction === 'desc' }] : []), [sort])
  const rowSelection = useMemo(
    () => Object.fromEntries((selection?.ids ?? []).map((id) => [id, true as const])),
    [selection?.ids],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? NO_ROWS,
    getRowId: idOf,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, rowSelection },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onSort?.({ by: next.id, direction: next.desc ? 'desc' : 'asc' })
    },
    onRowSelectionChange: (change) =>
      selection?.onChange(Object.keys(typeof change === 'function' ? change(rowSelection) : change)),
  })
  if (rows?.length === 0) return empty
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <table className="kit-grid" aria-busy={!rows || isStale} data-stale={isStale || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <CheckboxCell
              label="Choose all on this page"
              isChecked={table.getIsAllRowsSelected()}
              isMixed={!table.getIsAllRowsSelected() && table.getRowModel().rows.some((row) => row.getIsSelected())}
              onChange={() => table.toggleAllRowsSelected()}
            />
          )}
          {headers.map((header, position) => {
            const column = columns[position]
            return column && <HeaderCell key={header.id} header={header} column={column} />
          })}
        </tr>
      </thead>
      {/* The keys are those of the links inside, which are reached with the tabulator. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody onKeyDown={moveBetweenRows}>
        {rows ? (
          table
            .getRowModel()
            .rows.map((row) => (
              <BodyRow
                key={row.id}
                row={row}
                columns={columns}
                {...(hrefOf && { hrefOf })}
                {...(selection && { selection })}
              />
            ))
        ) : (
          <SkeletonRows columns={columns} isSelectable={selection !== undefined} />
        )}
      </tbody>
    </table>
  )
}
