'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { type Stage, STAGE_NAMES, STAGES } from '@/lib/leads/lead.ts'
import {
  askedOf,
  isNarrowed,
  LEAD_COLUMN_NAMES,
  LEAD_PAGE_SORTS,
  leadListState,
  type LeadListState,
} from '@/lib/leads/list-state.ts'
import { COUNTED_PER_STAGE, type LeadsPage, type StageCounts } from '@/lib/leads/record.ts'
import { writeAddress } from '@/lib/query/address-state.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { useMembers } from '../use-members.ts'
import { DataGrid, type GridSort } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useSample } from '../../ui/sample.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useAddressState } from '../use-address-state.ts'
import { QueryResult } from '../loading.tsx'
import { DownloadCsv } from '../download-csv.tsx'
import { Page } from '../page.tsx'
import { AddLead } from './add-lead.tsx'
import { leadColumns, sameInAll } from './lead-columns.tsx'
import { LeadFilters, type SetListState } from './lead-filters.tsx'
import { LeadSelection } from './lead-selection.tsx'
import { leadsQuery } from './use-leads.ts'

const sortOf = (sort: LeadListState['sort']): GridSort => ({
  by: sort.replace('-', ''),
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

const sortIn = ({ by, direction }: GridSort) =>
  LEAD_PAGE_SORTS.find((sort) => sort === `${direction === 'desc' ? '-' : ''}${by}`)

/** Nothing where it is not known. */
const counted = (count: number | null | undefined): string | undefined => {
  if (count === null || count === undefined) return undefined
  return count > COUNTED_PER_STAGE ? `${COUNTED_PER_STAGE.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
}

function countOfAll(stages: StageCounts): string {
  const counts = Object.values(stages)
  const sum = counts.reduce<number>((total, count) => total + Math.min(count ?? 0, COUNTED_PER_STAGE), 0)
  const isMore = counts.some((count) => count === null || count > COUNTED_PER_STAGE)
  return sum.toLocaleString('en-US') + (isMore ? '+' : '')
}

function StageTabs({ state, stages }: { state: LeadListState; stages: StageCounts | undefined }) {
  const tab = (stage: Stage | undefined, label: string, count: string | undefined) => ({
    href: AREAS.leads.path + writeAddress(leadListState, { ...state, stage, page: 1 }),
    label,
    isCurrent: state.stage === stage,
    ...(count !== undefined && { count }),
  })
  const tabs = [
    tab(undefined, 'All', stages && countOfAll(stages)),
    ...STAGE_NAMES.map((stage) => tab(stage, STAGES[stage], counted(stages?.[stage]))),
  ]
  return <Tabs label="Stages" tabs={tabs} />
}

type NothingProps = { state: LeadListState; total: number; onReset: () => void; onFirst: () => void }

function Nothing({ state, total, onReset, onFirst }: NothingProps) {
  if (total > 0) {
    return (
      <Empty
        icon="inbox"
        title="This page is empty"
        action={
          <Button variant="quiet" onClick={onFirst}>
            Go to the first page
          </Button>
        }
      >
        There are fewer leads now than when this address was made.
      </Empty>
    )
  }
  if (!isNarrowed(state)) {
    return (
      <Empty icon="inbox" title="No leads yet">
        Whoever calls and needs work is here as soon as the call ends, with the problem in their words. Those you hear
        of otherwise can be added.
      </Empty>
    )
  }
  return (
    <Empty
      icon="search"
      title="No lead matches"
      action={
        <Button variant="quiet" onClick={onReset}>
          Show all leads
        </Button>
      }
    >
      Try fewer words, another stage or other days. Names, numbers, addresses and problems are searched.
    </Empty>
  )
}

type RowsProps = {
  page: LeadsPage
  state: LeadListState
  setState: SetListState
  isStale: boolean
  chosen: string[] | undefined
  onChoose: (ids: string[]) => void
}

function Rows({ page, state, setState, isStale, chosen, onChoose }: RowsProps) {
  const { members, nameOf, isComplete } = useMembers()
  const { timeZone: zone, today } = page
  const wanted = LEAD_COLUMN_NAMES.filter((name) => !state.without.includes(name))
  const same = sameInAll(page.rows, wanted, nameOf)
  const said = same.flatMap(([, words]) => words || []).join(' · ')
  const folded = new Set(same.map(([name]) => name))
  const shown = wanted.filter((name) => !folded.has(name)).join(' ')
  const columns = useMemo(() => {
    const names = LEAD_COLUMN_NAMES.filter((name) => shown.split(' ').includes(name))
    return leadColumns(names, { zone, today, nameOf })
    // The names are the same until others have come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [zone, today, members.length, isComplete, shown])
  const sort = useMemo(() => sortOf(state.sort), [state.sort])
  const selection = useMemo(
    () => chosen && { ids: chosen, onChange: onChoose, labelOf: ({ name }: { name: string }) => name },
    [chosen, onChoose],
  )
  return (
    <>
      {said && (
        <p className="pt-1 pb-2 text-muted-foreground">
          <span className="sr-only">The same for all leads on this page: </span>
          {said}
        </p>
      )}
      <DataGrid
        caption="Leads"
        columns={columns}
        rows={page.rows}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `${AREAS.leads.path}/${id}`}
        sort={sort}
        onSort={(wanted) => {
          const found = sortIn(wanted)
          if (found) setState({ sort: found })
        }}
        {...(selection && { selection })}
        isStale={isStale}
        empty={
          <Nothing
            state={state}
            total={page.total}
            onFirst={() => setState({ page: 1 })}
            onReset={() => setState({ ...leadListState.parse({}), without: state.without, sort: state.sort })}
          />
        }
      />
      {page.rows.length > 0 && (
        <Pager
          label="Leads"
          page={state.page}
          total={page.total}
          isMore={page.isMore}
          onPage={(number) => setState({ page: number })}
        />
      )}
    </>
  )
}

type LeadListProps = {
  reader: Reader
  hasFailed: boolean
  /** Whether this person may add, change, assign and export. */
  mayManage: boolean
}

const NONE: string[] = []

/** The leads of the organization: searched, narrowed and sorted by what the address says. */
export function LeadList({ reader, hasFailed, mayManage }: LeadListProps) {
  const [state, setState] = useAddressState(leadListState)
  const [chosen, setChosen] = useState(NONE)
  const isSample = useSample() !== undefined
  const query = leadsQuery(state, reader)
  // What has been read, for the counts; the list below reads it.
  const { data: page } = useQuery({ ...query, enabled: false })
  return (
    <Page
      title={AREAS.leads.label}
      lead="Everyone who could become a job, and where each one stands."
      actions={
        mayManage && (
          <>
            <DownloadCsv name="leads/export" params={askedOf(state)} />
            <AddLead reader={reader} />
          </>
        )
      }
    >
      <section aria-label="List of leads" className="grid gap-4">
        <StageTabs state={state} stages={page?.stages} />
        {!isSample && <LeadFilters state={state} setState={setState} today={page?.today} />}
        {/*
          On a phone: who and what, the stage in the corner, and in a line of its own what comes next, whose it is and since
          when. Between, the number with its buttons; without them, in a sample, it is on the page of the lead only.
        */}
        <div
          className={`${isSample ? 'max-md:[&_[data-column=Phone]]:hidden ' : ''}rounded-xl panel px-5 py-3 max-md:[&_tbody_td:first-child]:absolute max-md:[&_tbody_td:first-child]:top-3.5 max-md:[&_tbody_td:first-child]:left-0 max-md:[&_tbody_td:first-child]:z-1 max-md:[&_:is(tbody_th,[data-column=Phone])]:flex-[1_0_100%] max-md:[&_tbody_tr]:flex max-md:[&_tbody_tr]:flex-wrap max-md:[&_tbody_tr]:items-center max-md:[&_tbody_tr]:gap-x-3 max-md:[&_tbody_tr]:gap-y-1 max-md:[&_tbody_tr:first-child]:border-t-0 max-md:[&_tbody_tr:has(>td:first-child)]:pl-10 max-md:[&_td:has(>[data-slot=none])]:hidden`}
        >
          <QueryResult what="The list of leads" query={query} hasFailed={hasFailed}>
            {(data, isStale) => (
              <Rows
                page={data}
                state={state}
                setState={setState}
                isStale={isStale}
                chosen={mayManage ? chosen : undefined}
                onChoose={setChosen}
              />
            )}
          </QueryResult>
        </div>
        {mayManage && <LeadSelection ids={chosen} onClear={() => setChosen(NONE)} reader={reader} />}
      </section>
    </Page>
  )
}
