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
import { type ComponentProps, Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '@/components/ui/cn.ts'
import { AppLink } from './app-link.tsx'
import { Checkbox } from './checkbox.tsx'
import { Icon } from './icon.tsx'
import { useSample } from './sample.ts'

export type GridColumn<Row> = {
  id: string
  header: string
  /** Header of a second value in the cell. `after` is the width class of the first header. */
  beside?: { label: string; after: string }
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  isDescendingFirst?: boolean
  align?: 'end'
  from?: 'lg' | 'xl'
  /** Position on the card that a phone shows: labeled, unlabeled, in the top right corner, or hidden. */
  onCard?: 'labeled' | 'plain' | 'corner' | 'hidden'
}

export type GridSort = { by: string; direction: 'asc' | 'desc' }

export type DataGridProps<Row> = {
  caption: string
  /** Columns of the table. The first column is the row header. */
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  /** Returns the group heading of a row, such as its day. Adjacent rows with the same heading form a group. */
  getGroup?: (row: Row) => string
  getHref: (row: Row) => string
  sort?: GridSort | undefined
  onSort?: (sort: GridSort) => void
  selection?: { ids: readonly string[]; onChange: (ids: string[]) => void; getLabel: (row: Row) => string }
  /** Whether the previous rows are visible while new rows load. */
  isStale?: boolean
  empty: ReactNode
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature })
type Features = typeof features

const ROW_LINK_SELECTOR = 'a[data-row-link]'

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>(ROW_LINK_SELECTOR) : null
  if (!link) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(ROW_LINK_SELECTOR)]
  const currentIndex = links.indexOf(link)
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: links[currentIndex + 1],
    ArrowUp: links[currentIndex - 1],
    Home: links[0],
    End: links.at(-1),
  }
  if (event.key === ' ') link.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  else if (event.key in targets) targets[event.key]?.focus()
  else return
  event.preventDefault()
}

const BREAKPOINT_CLASSES = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' }

const CARD_CLASSES = {
  labeled:
    "max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:justify-items-start max-md:gap-3 max-md:before:text-muted-foreground max-md:before:content-[attr(data-column)_/_'']",
  plain: 'max-md:block',
  corner: 'max-md:absolute max-md:top-3.5 max-md:right-6',
  hidden: 'max-md:hidden',
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

type HeaderCellProps<Row extends object> = { header: Header<Features, Row>; column: GridColumn<Row> }

function HeaderCell<Row extends object>({ header, column }: HeaderCellProps<Row>) {
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
        column.from && BREAKPOINT_CLASSES[column.from],
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

function CheckboxCell({ label, ...props }: ComponentProps<typeof Checkbox> & { label: string }) {
  return (
    <td data-slot="choose" className="w-10 pr-4 align-top max-md:row-[1/span_2] max-md:pt-0.75 md:py-2.5">
      <label className="-my-3 -ml-3 grid size-11 cursor-pointer place-items-center select-none">
        <Checkbox {...props} />
        <span className="sr-only">{label}</span>
      </label>
    </td>
  )
}

type BodyRowProps<Row extends object> = Pick<DataGridProps<Row>, 'columns' | 'getHref' | 'selection'> & {
  row: TableRow<Features, Row>
}

function BodyRow<Row extends object>({ row, columns, getHref, selection }: BodyRowProps<Row>) {
  const sample = useSample()
  const href = getHref(row.original)
  const isLinked = !sample || sample.getHref(href) !== undefined
  return (
    <tr data-selected={row.getIsSelected() || undefined} className="data-grid-row" data-opens={isLinked || undefined}>
      {selection && (
        <CheckboxCell
          label={`Select ${selection.getLabel(row.original)}`}
          checked={row.getIsSelected()}
          onChange={(event) => {
            // The table throws if the row was replaced before the event.
            if (row.id in row.table.getCoreRowModel().rowsById) row.getToggleSelectedHandler()(event)
          }}
        />
      )}
      {columns.map(({ id, cell, header, from, align, onCard = 'labeled' }, position) =>
        position === 0 ? (
          <th key={id} scope="row" className="data-grid-cell font-semibold">
            {isLinked ? (
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
            className={cn(
              'data-grid-cell',
              from && BREAKPOINT_CLASSES[from],
              align && 'md:text-right',
              CARD_CLASSES[onCard],
            )}
          >
            {cell(row.original)}
          </td>
        ),
      )}
      <td className="data-grid-end">{isLinked && <Icon name="forward" size={16} className="inline" />}</td>
    </tr>
  )
}

/**
 * Renders a paged table that the server sorts. On a phone, rows become cards. The link in the first cell covers the
 * whole row, so a click anywhere in the row opens the record.
 */
export function DataGrid<Row extends { id: string }>({
  caption,
  columns,
  rows,
  getGroup,
  getHref,
  sort,
  onSort,
  selection,
  isStale = false,
  empty,
}: DataGridProps<Row>) {
  const sorting = sort ? [{ id: sort.by, desc: sort.direction === 'desc' }] : []
  const rowSelection = Object.fromEntries((selection?.ids ?? []).map((id) => [id, true as const]))
  const table = useTable({
    features,
    columns: columns.map(({ id, header, isSortable = false, isDescendingFirst = false }): ColumnDef<Features, Row> => ({
      id,
      header,
      enableSorting: isSortable,
      sortDescFirst: isDescendingFirst,
      // TanStack Table requires an accessor for a sortable column, although the server sorts.
      accessorFn: () => null,
    })),
    data: rows,
    getRowId: ({ id }) => id,
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
  if (rows.length === 0) return empty
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <table
      className={cn('w-full border-collapse text-left transition-opacity', isStale && 'opacity-60')}
      aria-busy={isStale}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {selection && (
            <CheckboxCell
              label="Select all on this page"
              checked={table.getIsAllRowsSelected()}
              isMixed={!table.getIsAllRowsSelected() && table.getRowModel().rows.some((row) => row.getIsSelected())}
              onChange={() => table.toggleAllRowsSelected()}
            />
          )}
          {headers.map((header, position) => {
            const column = columns[position]
            return column && <HeaderCell key={header.id} header={header} column={column} />
          })}
          <th scope="col">
            <span className="sr-only">Open</span>
          </th>
        </tr>
      </thead>
      {/* The `<tbody>` handles key events from the focusable links inside it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody className="max-md:block" onKeyDown={moveBetweenRows}>
        {table.getRowModel().rows.map((row, position) => {
          const group = getGroup?.(row.original)
          const previousRow = rows[position - 1]
          return (
            <Fragment key={row.id}>
              {group !== undefined && (!previousRow || getGroup?.(previousRow) !== group) && (
                <tr className="max-md:block">
                  <th
                    scope="rowgroup"
                    colSpan={columns.length + 1 + (selection ? 1 : 0)}
                    className="pt-3 pb-2 align-bottom font-semibold max-md:block"
                  >
                    {group}
                  </th>
                </tr>
              )}
              <BodyRow row={row} columns={columns} getHref={getHref} selection={selection} />
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
