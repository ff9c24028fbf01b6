'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallerSearch } from '@/lib/dashboard/callers/input.ts'
import type { CallerList as List, CallerSummary } from '@/lib/dashboard/callers/record.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { formatBriefDay } from '../leads/lead-format.ts'
import { PhoneActions } from '../phone-actions.tsx'
import { formatCounts, formatCallerName } from './caller-format.ts'
import { buildCallersQuery } from './use-callers.ts'

const DEFAULT_SEARCH: CallerSearch = { search: '', page: 1 }

/** Keeps the search in the query cache of the tab. Names and numbers are personal data and must not be in the URL. */
function useSearch(reader: Reader) {
  const cache = useQueryClient()
  const key = buildQueryKey('callers-search', reader)
  const [criteria, setCriteria] = useState(() => cache.getQueryData<CallerSearch>(key) ?? DEFAULT_SEARCH)
  const search = (next: CallerSearch) => {
    cache.setQueryData(key, next)
    setCriteria(next)
  }
  return [criteria, search] as const
}

const buildColumns = ({ timeZone: zone, today }: List): GridColumn<CallerSummary>[] => [
  {
    id: 'name',
    header: 'Caller',
    cell: (caller) => (
      <span className="block py-0.5">
        {formatCallerName(caller)}
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
    cell: (caller) => <span className="text-muted-foreground">{formatCounts(caller)}</span>,
  },
  {
    id: 'latest',
    header: 'Last call',
    align: 'end',
    cell: ({ latestCall }) =>
      latestCall ? (
        <span className="whitespace-nowrap">{formatBriefDay(latestCall, today, zone)}</span>
      ) : (
        <span className="text-muted-foreground">None</span>
      ),
  },
]

export function CallerList({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  const [criteria, search] = useSearch(reader)
  return (
    <ListScreen
      noun="caller"
      query={buildCallersQuery(criteria, reader)}
      hasFailed={hasFailed}
      renderHeader={() => (
        <SearchField
          className="max-w-md"
          label="Search callers"
          placeholder="Name or part of a number"
          value={criteria.search}
          onSearch={(text) => search({ search: text, page: 1 })}
        />
      )}
      page={criteria.page}
      onPage={(page) => search({ ...criteria, page })}
      isNarrowed={criteria.search !== ''}
      onReset={() => search(DEFAULT_SEARCH)}
      texts={{
        none: 'Everyone who calls, or is added with a lead or visit, appears here.',
        noMatch: 'Try part of the number or the start of a name. Accents don’t matter.',
      }}
      table={(list) => ({ columns: buildColumns(list) })}
    />
  )
}
