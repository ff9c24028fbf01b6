'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallerSearch } from '@/lib/dashboard/callers/input.ts'
import type { CallerList as List, CallerSummary } from '@/lib/dashboard/callers/record.ts'
import { queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { briefDay } from '../leads/lead-words.ts'
import { PhoneActions } from '../phone-actions.tsx'
import { countWords, nameOf } from './caller-words.ts'
import { callersQuery } from './use-callers.ts'

const FIRST: CallerSearch = { search: '', page: 1 }

/** Keeps the search in the query cache of the tab. Names and numbers are personal data and must not be in the URL. */
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
    header: 'Phone numbers',
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
    header: 'Activity',
    onCard: 'plain',
    cell: (caller) => <span className="text-muted-foreground">{countWords(caller)}</span>,
  },
  {
    id: 'latest',
    header: 'Last call',
    align: 'end',
    cell: ({ latestCall }) =>
      latestCall ? (
        <span className="whitespace-nowrap">{briefDay(latestCall, today, zone)}</span>
      ) : (
        <span className="text-muted-foreground">None</span>
      ),
  },
]

export function CallerList({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [wanted, search] = useSearch(reader)
  return (
    <ListScreen
      noun="caller"
      query={callersQuery(wanted, reader)}
      hasFailed={hasFailed}
      renderHead={() => (
        <SearchField
          className="max-w-md"
          label="Search callers"
          placeholder="Name or part of a number"
          value={wanted.search}
          onSearch={(text) => search({ search: text, page: 1 })}
        />
      )}
      page={wanted.page}
      onPage={(page) => search({ ...wanted, page })}
      isNarrowed={wanted.search !== ''}
      onReset={() => search(FIRST)}
      texts={{
        none: 'Everyone who calls, or is added with a lead or visit, appears here.',
        noMatch: 'Try part of the number or the start of a name. Accents don’t matter.',
      }}
      table={(list) => ({ columns: columnsFor(list) })}
    />
  )
}
