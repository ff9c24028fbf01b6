'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import type { CallerSearch } from '@/lib/callers/input.ts'
import type { CallerList as List, CallerSummary } from '@/lib/callers/record.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { briefDay } from '../leads/lead-words.ts'
import { QueryResult } from '../loading.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { countWords, nameOf } from './caller-words.ts'
import { callersQuery } from './use-callers.ts'

const FIRST: CallerSearch = { search: '', page: 1 }

/** What is searched for, while the tab is open: names and numbers are in no address, and yet one can go back to the list. */
function useSearch(reader: Reader) {
  const cache = useQueryClient()
  const key = queryKeyOf('callers-search', reader)
  const [wanted, setWanted] = useState(() => cache.getQueryData<CallerSearch>(key) ?? FIRST)
  const search = (next: CallerSearch) => {
    cache.setQueryData(key, next)
    setWanted(next)
  }
  return [wanted, search] as const
}

const columnsFor = ({ timeZone: zone, today }: List): GridColumn<CallerSummary>[] => [
  {
    id: 'name',
    header: 'Caller',
    cell: (caller) => (
      // As high as what is pressed has to be.
      <span className="block py-0.5">
        {nameOf(caller)}
        {caller.doNotCall && (
          <span className="ml-2">
            <Badge tone="primary">Do not call</Badge>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'phones',
    header: 'Numbers',
    onCard: 'plain',
    cell: ({ phones, latestCall }) => (
      <span className="grid gap-0.5">
        {phones.map((phone) => (
          <PhoneActions
            key={phone}
            number={phone}
            {...(latestCall && { subject: { kind: 'call', at: latestCall, zone } })}
          />
        ))}
      </span>
    ),
  },
  {
    id: 'counts',
    header: 'What there is',
    onCard: 'plain',
    cell: (caller) => <span className="text-muted-foreground">{countWords(caller)}</span>,
  },
  {
    id: 'latest',
    header: 'Latest call',
    align: 'end',
    cell: ({ latestCall }) =>
      latestCall ? (
        <span className="whitespace-nowrap">{briefDay(latestCall, today, zone)}</span>
      ) : (
        <span className="text-muted-foreground">None</span>
      ),
  },
]

type NothingProps = { wanted: CallerSearch; total: number; onReset: () => void }

function Nothing({ wanted, total, onReset }: NothingProps) {
  if (wanted.search === '' && total === 0) {
    return (
      <Empty icon="people" title="No callers yet">
        Whoever calls, or is written down as a lead or for a visit, is here with everything about them.
      </Empty>
    )
  }
  return (
    <Empty
      icon="search"
      title="No caller matches"
      action={
        <Button variant="quiet" onClick={onReset}>
          Show all callers
        </Button>
      }
    >
      Try a part of the number, or the beginning of a name. Accents do not matter.
    </Empty>
  )
}

type RowsProps = { list: List; wanted: CallerSearch; onSearch: (next: CallerSearch) => void; isStale: boolean }

function Rows({ list, wanted, onSearch, isStale }: RowsProps) {
  const { timeZone, today } = list
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the rows are not what columns are made of
  const columns = useMemo(() => columnsFor(list), [timeZone, today])
  return (
    <>
      <DataGrid
        caption="Callers"
        columns={columns}
        rows={list.rows}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `${AREAS.callers.path}/${id}`}
        isStale={isStale}
        empty={<Nothing wanted={wanted} total={list.total} onReset={() => onSearch(FIRST)} />}
      />
      <Pager label="Callers" page={wanted.page} total={list.total} onPage={(page) => onSearch({ ...wanted, page })} />
    </>
  )
}

/** The callers of the organization, found by a part of the number or by name; what is searched for is in no address. */
export function CallerList({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [wanted, search] = useSearch(reader)
  return (
    <section aria-label="List of callers" className="grid gap-4">
      <SearchField
        className="max-w-md"
        label="Search callers"
        placeholder="Part of the number, or a name"
        value={wanted.search}
        onSearch={(text) => search({ search: text, page: 1 })}
      />
      <div className="rounded-xl panel px-5 py-3">
        <QueryResult what="The list of callers" query={callersQuery(wanted, reader)} hasFailed={hasFailed}>
          {(list, isStale) => <Rows list={list} wanted={wanted} onSearch={search} isStale={isStale} />}
        </QueryResult>
      </div>
    </section>
  )
}
