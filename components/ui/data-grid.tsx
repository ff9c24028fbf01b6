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
import { type ComponentProps, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { cn } from '@/lib/cn.ts'
import { PAGE_SIZE } from '@/lib/constants.ts'
import { Checkbox } from './checkbox.tsx'
import { Icon } from './icon.tsx'

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

/** The width from which there is room for a column. */
const FROM = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' }

const ON_CARD = {
  labelled:
    "max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:justify-items-start max-md:gap-3 max-md:before:text-muted-foreground max-md:before:content-[attr(data-column)_/_'']",
  plain: 'max-md:block',
  hidden: 'max-md:hidden',
}

const cellClass = 'align-top font-normal max-md:-col-start-2 max-md:block max-md:py-px md:py-2.5 md:pr-4 md:last:pr-0'

/** Covers its row, whose other links and controls are above it. */
const rowLinkClass =
  'after:absolute after:inset-0 decoration-1 underline-offset-[0.22em] outline-none hover:underline focus-visible:shadow-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-1 focus-visible:after:outline-foreground'

/** On a phone a card; its ground reaches a little beyond the text at both sides. */
const rowClass =
  'relative border-t border-border max-md:grid max-md:first:border-t-0 max-md:grid-cols-[minmax(0,1fr)] max-md:py-3.5 has-[>[data-slot=choose]]:max-md:grid-cols-[2.5rem_minmax(0,1fr)]'

const opensClass =
  'hover:[--ground:color-mix(in_oklab,var(--muted)_60%,var(--card))] [&_td_:is(a,button,input,label,select)]:relative [&_td_:is(a,button,input,label,select)]:z-1'

const groundClass =
  'bg-(--ground) shadow-[-0.75rem_0_var(--ground),0.75rem_0_var(--ground)] [--ground:transparent] data-selected:[--ground:var(--muted)]'

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
      className={cn(
        'py-1 pr-4 align-middle font-normal whitespace-nowrap text-muted-foreground last:pr-0',
        column.from && FROM[column.from],
        column.align && 'text-right',
      )}
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
    >
      {column.isSortable ? (
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

type BodyRowProps<Row extends object> = Pick<DataGridProps<Row>, 'columns' | 'hrefOf' | 'selection'> & {
  row: TableRow<Features, Row>
}

function BodyRow<Row extends object>({ row, columns, hrefOf, selection }: BodyRowProps<Row>) {
  return (
    <tr data-selected={row.getIsSelected() || undefined} className={cn(rowClass, groundClass, hrefOf && opensClass)}>
      {selection && (
        <CheckboxCell
          label={`Choose ${selection.labelOf(row.original)}`}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      )}
      {columns.map(({ id, cell, header, from, align, onCard = 'labelled' }, position) =>
        position === 0 ? (
          <th key={id} scope="row" className={cn(cellClass, 'font-semibold')}>
            {hrefOf ? (
              <NextLink href={hrefOf(row.original)} prefetch={false} data-row-link="" className={rowLinkClass}>
                {cell(row.original)}
              </NextLink>
            ) : (
              cell(row.original)
            )}
          </th>
        ) : (
          <td
            key={id}
            data-column={header}
            className={cn(cellClass, from && FROM[from], align && 'md:text-right', ON_CARD[onCard])}
          >
            {cell(row.original)}
          </td>
        ),
      )}
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
    <tr key={row} className={cn('group', rowClass)}>
      {isSelectable && <ChooseCell />}
      {columns.map(({ id, from }) => (
        <td key={id} className={cn(cellClass, from && FROM[from])}>
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
        </tr>
      </thead>
      {/* The keys are those of the links inside, which are reached with the tabulator. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody className="max-md:block" onKeyDown={moveBetweenRows}>
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
