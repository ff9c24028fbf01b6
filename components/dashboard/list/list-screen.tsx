import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { Button } from '../../ui/button.tsx'
import { DataGrid, type DataGridProps } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QueryResult } from '../loading.tsx'
import { buildEndpoint, type QueryParams } from '@/lib/dashboard/query/dashboard-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

type DownloadCsvProps = {
  /** Endpoint path below /api/dashboard, such as `leads/export`. */
  name: string
  params: QueryParams
}

/** Renders a button that exports all pages as CSV. The export requires a verification within the last hour. */
export function DownloadCsv({ name, params }: DownloadCsvProps) {
  const { mutate, isPending } = useOptimisticMutation<void, object>({
    send: () => sendChange(name, 'POST'),
    failureTitle: 'Couldn’t create the file',
    buildToast: () => {
      const href = buildEndpoint(name, { ...params, page: undefined })
      Object.assign(document.createElement('a'), { href, download: '' }).click()
      return undefined
    },
  })
  return (
    <Button variant="quiet" disabled={isPending} onClick={() => mutate()}>
      <Icon name="download" size={16} />
      Download CSV
    </Button>
  )
}

type RowWithId = { id: string }

type ListTableProps<Row extends RowWithId> = DataGridProps<Row> & Omit<ComponentProps<typeof Pager>, 'label'>

export function ListTable<Row extends RowWithId>({ page, total, isMore, onPage, ...grid }: ListTableProps<Row>) {
  return (
    <>
      <DataGrid {...grid} />
      <Pager label={grid.caption} page={page} total={total} isMore={isMore} onPage={onPage} />
    </>
  )
}

type EmptyTexts = {
  none: string
  noMatch: string
  pastEnd?: string
}

type Rows = { rows: RowWithId[]; total: number; isMore?: boolean }

type ListScreenProps<List extends Rows, Key extends readonly unknown[]> = {
  noun: 'call' | 'lead' | 'caller'
  query: UseQueryOptions<List, Error, List, Key>
  hasFailed: boolean
  renderHeader: (list: List | undefined) => ReactNode
  page: number
  onPage: (page: number) => void
  /** Column id. A leading minus means descending order. */
  sort?: string
  onSort?: (sort: string) => void
  texts: EmptyTexts
  isNarrowed: boolean
  onReset: () => void
  /** Returns the table for a loaded list. `note` appears above the table. */
  table: (list: List) => Pick<DataGridProps<List['rows'][number]>, 'columns' | 'getGroup' | 'selection'> & {
    empty?: ReactNode
    note?: ReactNode
  }
  panelClassName?: string
  children?: ReactNode
}

export function ListScreen<List extends Rows, Key extends readonly unknown[]>(props: ListScreenProps<List, Key>) {
  const { noun, query, hasFailed, renderHeader, page, onPage, sort, onSort, texts, isNarrowed, onReset, table } = props
  const { path, label, icon } = AREAS[`${noun}s`]
  // This query only reads the cache. `QueryResult` fetches the data.
  const { data: cached } = useQuery({ ...query, enabled: false })
  const renderEmptyState = (total: number) => {
    if (total > 0 && texts.pastEnd) {
      const first = (
        <Button variant="quiet" onClick={() => onPage(1)}>
          Go to the first page
        </Button>
      )
      return (
        <Empty icon={icon} title="This page no longer exists" action={first}>
          {texts.pastEnd}
        </Empty>
      )
    }
    if (!isNarrowed && total === 0) {
      return (
        <Empty icon={icon} title={`No ${noun}s yet`}>
          {texts.none}
        </Empty>
      )
    }
    const resetButton = <Button variant="quiet" onClick={onReset}>{`Show all ${noun}s`}</Button>
    return (
      <Empty icon="search" title={`No matching ${noun}s`} action={resetButton}>
        {texts.noMatch}
      </Empty>
    )
  }
  return (
    <section aria-label={`List of ${noun}s`} className="grid gap-4">
      {renderHeader(cached)}
      <div className={`rounded-xl panel px-5 py-3 ${props.panelClassName ?? ''}`}>
        <QueryResult subject={`The list of ${noun}s`} query={query} hasFailed={hasFailed}>
          {(list, isStale) => {
            const { note, empty = renderEmptyState(list.total), ...grid } = table(list)
            return (
              <>
                {note}
                <ListTable
                  {...grid}
                  caption={label}
                  rows={list.rows}
                  getHref={({ id }) => `${path}/${id}`}
                  sort={
                    sort ? { by: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' } : undefined
                  }
                  onSort={({ by, direction }) => onSort?.(`${direction === 'desc' ? '-' : ''}${by}`)}
                  isStale={isStale}
                  empty={empty}
                  page={page}
                  total={list.rows.length > 0 ? list.total : 0}
                  isMore={list.isMore}
                  onPage={onPage}
                />
              </>
            )
          }}
        </QueryResult>
      </div>
      {props.children}
    </section>
  )
}
