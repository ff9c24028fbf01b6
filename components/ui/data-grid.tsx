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
import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { cn } from '@/lib/cn.ts'
import { PAGE_SIZE } from '@/lib/constants.ts'
import { AppLink } from './app-link.tsx'
import { Checkbox } from './checkbox.tsx'
import { Icon } from './icon.tsx'
import { useSample } from './sample.ts'

export type GridColumn<Row> = {
  /** Also what the list is sorted by, where the column can be. */
  id: string
  header: string
  /** What else its cells say to the right, and the class with the width of what stands before that. */
  beside?: { label: string; after: string }
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** For dates and figures, of which the latest or most are looked for. */
  isDescendingFirst?: boolean
  align?: 'end'
  /** The width from which there is room for it beside the others. */
  from?: 'lg' | 'xl'
  /** On a phone, where each row is a card: with its header, without, in the upper right corner, or not at all. */
  onCard?: 'labelled' | 'plain' | 'corner' | 'hidden'
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
  /** What rows below each other have in common, such as their day: said once, above the first of them. */
  groupOf?: (row: Row) => string
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

/** The width from which there is room for a column. */
const FROM = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' }

const ON_CARD = {
  labelled:
    "max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:justify-items-start max-md:gap-3 max-md:before:text-muted-foreground max-md:before:content-[attr(data-column)_/_'']",
  plain: 'max-md:block',
  corner: 'max-md:absolute max-md:top-3.5 max-md:right-6',
  hidden: 'max-md:hidden',
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
  const isSample = useSample() !== undefined
  const name =
    column.isSortable && !isSample ? (
      <button
        type="button"
        className={cn(
          'inline-flex min-h-9 cursor-pointer items-center gap-1 hover:text-foreground',
          sorted && 'text-foreground',
        )}
        onClick={header.column.getToggleSortingHandler()}
      >
        {column.header}
        <Icon
          name={sorted ? ({ asc: 'up', desc: 'down' } as const)[sorted] : 'sort'}
          size={14}
          className={sorted ? 'text-foreground' : 'text-muted-foreground'}
        />
      </button>
    ) : (
      column.header
    )
  return (
    <th
      scope="col"
      className={cn(
        'py-1 pr-4 align-middle font-normal whitespace-nowrap text-muted-foreground last:pr-0',
        column.from && FROM[column.from],
        column.align && 'text-right',
      )}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
    >
      {column.beside ? (
        <>
          <span className={cn('inline-block', column.beside.after)}>{name}</span> {column.beside.label}
        </>
      ) : (
        name
      )}
    </th>
  )
}

type CheckboxCellProps = ComponentProps<typeof Checkbox> & { label: string }

function CheckboxCell({ label, ...props }: CheckboxCellProps) {
  return (
    <ChooseCell>
      <label className="-my-3 -ml-3 grid size-11 cursor-pointer place-items-center select-none">
        <Checkbox {...props} />
        <span className="sr-only">{label}</span>
      </label>
    </ChooseCell>
  )
}

function ChooseCell({ children }: { children?: ReactNode }) {
  return (
    <td data-slot="choose" className="w-10 pr-4 align-top max-md:row-[1/span_2] max-md:pt-0.75 md:py-2.5">
      {children}
    </td>
  )
}

/** What the rows below it have in common. */
function GroupRow({ label, span }: { label: string; span: number }) {
  return (
    <tr className="max-md:block">
      <th scope="rowgroup" colSpan={span} className="pt-3 pb-2 align-bottom font-semibold max-md:block">
        {label}
      </th>
    </tr>
  )
}

type BodyRowProps<Row extends object> = Pick<DataGridProps<Row>, 'columns' | 'hrefOf' | 'selection'> & {
  row: TableRow<Features, Row>
}

function BodyRow<Row extends object>({ row, columns, hrefOf, selection }: BodyRowProps<Row>) {
  const sample = useSample()
  const href = hrefOf?.(row.original)
  const isOpened = href !== undefined && (!sample || sample.hrefOf(href) !== undefined)
  return (
    <tr data-selected={row.getIsSelected() || undefined} className="data-grid-row" data-opens={isOpened || undefined}>
      {selection && (
        <CheckboxCell
          label={`Choose ${selection.labelOf(row.original)}`}
          checked={row.getIsSelected()}
          onChange={(event) => {
            // The table throws when other rows have just replaced this one.
            if (row.id in row.table.getCoreRowModel().rowsById) row.getToggleSelectedHandler()(event)
          }}
        />
      )}
      {columns.map(({ id, cell, header, from, align, onCard = 'labelled' }, position) =>
        position === 0 ? (
          <th key={id} scope="row" className="data-grid-cell font-semibold">
            {href !== undefined && isOpened ? (
              <AppLink href={href} data-row-link="" className="data-grid-link">
                {cell(row.original)}
              </AppLink>
            ) : (
              cell(row.original)
            )}
          </th>
        ) : (
          <td
            key={id}
            data-column={header}
            className={cn('data-grid-cell', from && FROM[from], align && 'md:text-right', ON_CARD[onCard])}
          >
            {cell(row.original)}
          </td>
        ),
      )}
      {/* A sign at the end of a row that opens something; its link covers the row. */}
      {hrefOf && <td className="data-grid-end">{isOpened && <Icon name="forward" size={16} className="inline" />}</td>}
    </tr>
  )
}

const SKELETON = (
  <span
    data-slot="skeleton"
    className="my-0.75 block h-3.5 w-[70%] rounded-md bg-[color-mix(in_oklab,var(--border)_55%,var(--card))] group-even:w-[55%]"
  />
)

function SkeletonRows({ columns, isSelectable }: { columns: readonly GridColumn<never>[]; isSelectable: boolean }) {
  return Array.from({ length: PAGE_SIZE }, (_, row) => (
    <tr key={row} className="group data-grid-row">
      {isSelectable && <ChooseCell />}
      {columns.map(({ id, from }) => (
        <td key={id} className={cn('data-grid-cell', from && FROM[from])}>
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
  groupOf,
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
    <table
      className={cn('w-full border-collapse text-left transition-opacity', isStale && 'opacity-60')}
      aria-busy={!rows || isStale}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {selection && (
            <CheckboxCell
              label="Choose all on this page"
              checked={table.getIsAllRowsSelected()}
              isMixed={!table.getIsAllRowsSelected() && table.getRowModel().rows.some((row) => row.getIsSelected())}
              onChange={() => table.toggleAllRowsSelected()}
            />
          )}
          {headers.map((header, position) => {
            const column = columns[position]
            return column && <HeaderCell key={header.id} header={header} column={column} />
          })}
          {hrefOf && (
            <th scope="col">
              <span className="sr-only">Open</span>
            </th>
          )}
        </tr>
      </thead>
      {/* The keys are those of the links inside, which are reached with the tabulator. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody className="max-md:block" onKeyDown={moveBetweenRows}>
        {rows ? (
          table.getRowModel().rows.map((row, position) => {
            const group = groupOf?.(row.original)
            const before = rows[position - 1]
            return (
              <Fragment key={row.id}>
                {group !== undefined && (!before || groupOf?.(before) !== group) && (
                  <GroupRow label={group} span={columns.length + 1 + (selection ? 1 : 0)} />
                )}
                <BodyRow row={row} columns={columns} {...(hrefOf && { hrefOf })} {...(selection && { selection })} />
              </Fragment>
            )
          })
        ) : (
          <SkeletonRows columns={columns} isSelectable={selection !== undefined} />
        )}
      </tbody>
    </table>
  )
}
