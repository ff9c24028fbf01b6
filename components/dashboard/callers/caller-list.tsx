'use client'

import { useState } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { buildCallerSearch, CALLER_VIEWS, callerListState, type CallerView } from '@/lib/dashboard/callers/input.ts'
import type { CallerList as List, CallerSummary } from '@/lib/dashboard/callers/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { writeSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { useRememberedListSearch } from '../list/use-list-search.ts'
import { useOpenedViewParams } from '../views/use-opened-view-params.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { useAddressState } from '../use-address-state.ts'
import { formatBriefDay } from '../leads/lead-format.ts'
import { PhoneActions } from '../phone-actions.tsx'
import { formatCounts, formatCallerName } from './caller-format.ts'
import { buildCallersQuery } from './use-callers.ts'

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
  const [{ show }] = useAddressState(callerListState)
  const viewParams = useOpenedViewParams()
  const [search, setSearch] = useRememberedListSearch('callers', reader)
  const [position, setPosition] = useState({ show, search, page: 1 })
  // A page belongs to one tab and search.
  const page = position.show === show && position.search === search ? position.page : 1
  const tabs = (Object.keys(CALLER_VIEWS) as CallerView[]).map((name) => ({
    href: AREAS.callers.path + writeSearchParams(callerListState, { show: name }, viewParams),
    label: CALLER_VIEWS[name],
    isCurrent: show === name,
  }))
  return (
    <ListScreen
      noun="caller"
      query={buildCallersQuery(buildCallerSearch({ show }, search, page), reader)}
      hasFailed={hasFailed}
      renderHeader={() => (
        <>
          <Tabs label="Caller views" tabs={tabs} />
          <div className="flex flex-wrap gap-2">
            <SearchField
              className="min-w-0 max-w-md flex-1 basis-48"
              label="Search callers"
              placeholder="Name, address or part of a number"
              value={search}
              onSearch={setSearch}
            />
            <ViewsMenu list="callers" reader={reader} />
          </div>
        </>
      )}
      page={page}
      onPage={(nextPage) => setPosition({ show, search, page: nextPage })}
      isNarrowed={search !== ''}
      onReset={() => setSearch('')}
      texts={{
        none: 'Everyone who calls, or is added with a lead or visit, appears here.',
        noMatch: 'Try part of the number, or the start of a name or street. Accents don’t matter.',
      }}
      table={(list) => ({
        columns: buildColumns(list),
        empty:
          show === 'blocked' && search === '' ? (
            <Empty icon="check" title="No caller asked not to be called">
              Turn on “Do not call” on a caller’s page, and the caller appears here.
            </Empty>
          ) : undefined,
      })}
    />
  )
}
