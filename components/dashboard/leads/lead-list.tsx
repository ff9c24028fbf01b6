'use client'

import { useState } from 'react'
import { z } from 'zod'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { type Stage, STAGE_NAMES, STAGES, SOURCES, URGENCIES } from '@/lib/dashboard/model/lead.ts'
import {
  toListQuery,
  isFiltered,
  LEAD_COLUMN_NAMES,
  leadListState,
  type LeadListState,
  FILTER_NAMES,
  LEAD_COLUMNS,
  type LeadColumn,
} from '@/lib/dashboard/leads/list-state.ts'
import { MAX_COUNTED_PER_STAGE, type StageCounts } from '@/lib/dashboard/leads/record.ts'
import { writeSearchParams } from '@/lib/dashboard/query/search-params.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { useMembers } from '../use-account.ts'
import { useSample } from '../../ui/sample.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useAddressState } from '../use-address-state.ts'
import { ImportLink } from '../imports/import-link.tsx'
import { DownloadCsv, ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/use-list-state.ts'
import { Page } from '../page.tsx'
import { buildLeadColumns, findUniformColumns } from './lead-columns.tsx'
import { buildLeadsQuery, buildListKey, useLeadsChange } from './use-leads.ts'
import { formatCount, formatNumber } from '@/lib/values/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'
import { LeadForm } from './lead-form.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DropdownMenu, Menu } from '../../ui/dropdown-menu.tsx'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { IconButton } from '../../ui/icon-button.tsx'
import { itemClass } from '../../ui/popup.ts'
import { useOpenedViewParams } from '../views/use-opened-view-params.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { FilterBar, LabelFilter, type SetListState } from '../list/filter-bar.tsx'

const SORTS: Record<LeadListState['sort'], string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  urgency: 'Most urgent first',
  '-urgency': 'Least urgent first',
  name: 'By name, A to Z',
  '-name': 'By name, Z to A',
}

function AssigneeFilter({ state, setState }: { state: LeadListState; setState: SetListState<LeadListState> }) {
  const { members, viewerId } = useMembers()
  const otherOptions = members.filter(({ id }) => id !== viewerId).map(({ id, name }) => ({ value: id, label: name }))
  const options = [{ value: 'me', label: 'Assigned to you' }, { value: 'none', label: 'Unassigned' }, ...otherOptions]
  const selectedAssignee = state.assignee
  const isKnownAssignee = selectedAssignee === undefined || options.some(({ value }) => value === selectedAssignee)
  return (
    <Combobox
      label="Assigned to"
      isLabelHidden
      className="[&_input]:placeholder:text-foreground"
      placeholder="Any assignee"
      emptyText="No team member with that name."
      // An unknown assignee is a former member, or a member whose name has not loaded.
      options={isKnownAssignee ? options : [...options, { value: selectedAssignee, label: 'Someone else' }]}
      value={selectedAssignee ?? null}
      onChange={(assignee) => setState({ assignee: assignee ?? undefined })}
    />
  )
}

type ColumnMenuProps = { hiddenColumns: readonly LeadColumn[]; onChange: (without: LeadColumn[]) => void }

function ColumnMenu({ hiddenColumns, onChange }: ColumnMenuProps) {
  const toggleColumn = (column: LeadColumn, isShown: boolean) =>
    onChange(LEAD_COLUMN_NAMES.filter((name) => (name === column ? !isShown : hiddenColumns.includes(name))))
  const trigger = (
    <IconButton className="border border-input max-md:hidden" aria-label="Columns">
      <Icon name="table" size={18} />
    </IconButton>
  )
  return (
    <Menu trigger={trigger}>
      {LEAD_COLUMN_NAMES.map((column) => (
        <BaseMenu.CheckboxItem
          key={column}
          className={itemClass}
          label={LEAD_COLUMNS[column]}
          checked={!hiddenColumns.includes(column)}
          onCheckedChange={(isShown) => toggleColumn(column, isShown)}
        >
          <span className="flex-1">{LEAD_COLUMNS[column]}</span>
          <BaseMenu.CheckboxItemIndicator>
            <Icon name="check" size={16} />
          </BaseMenu.CheckboxItemIndicator>
        </BaseMenu.CheckboxItem>
      ))}
    </Menu>
  )
}

type LeadFiltersProps = {
  state: LeadListState
  setState: SetListState<LeadListState>
  /** Current day in the business's time zone. Undefined until the list has loaded. */
  today: string | undefined
}

function LeadFilters({ state, setState, today, reader }: LeadFiltersProps & { reader: Reader }) {
  const filterCount = FILTER_NAMES.filter((name) => name !== 'to' && state[name] !== undefined).length
  return (
    <FilterBar
      label="Search leads"
      placeholder="Name, number, address or problem"
      state={state}
      setState={setState}
      today={today}
      sorts={SORTS}
      isFiltered={filterCount > 0}
      filterCount={filterCount}
      className="md:grid-cols-4 xl:grid-cols-[8.5rem_11rem_9rem_9rem]"
      beside={
        <>
          <ColumnMenu
            hiddenColumns={state.without}
            onChange={(hiddenColumns) => setState({ without: hiddenColumns, page: state.page })}
          />
          <ViewsMenu list="leads" reader={reader} />
        </>
      }
    >
      <LabelFilter
        label="Urgency"
        anyLabel="Any urgency"
        labels={URGENCIES}
        selected={state.urgency}
        onChange={(urgency) => setState({ urgency })}
      />
      <AssigneeFilter state={state} setState={setState} />
      <LabelFilter
        label="Source"
        anyLabel="Any source"
        labels={SOURCES}
        selected={state.source}
        onChange={(source) => setState({ source })}
      />
    </FilterBar>
  )
}

const formatLeadCount = (count: number) => formatCount(count, 'lead')

const UNASSIGNED = 'none'

function LeadSelection({ ids, onClear, reader }: { ids: string[]; onClear: () => void; reader: Reader }) {
  const { members, viewerId } = useMembers()
  const { mutate } = useLeadsChange(reader)
  const setStage = (stage: (typeof STAGE_NAMES)[number]) => {
    mutate({ ids, change: { stage }, formatMessage: (count) => `${formatLeadCount(count)} moved to ${STAGES[stage]}` })
    onClear()
  }
  const assign = (memberId: string, label: string) => {
    const formatMessage = (count: number) =>
      memberId === UNASSIGNED
        ? `${formatLeadCount(count)} unassigned`
        : `${formatLeadCount(count)} assigned to ${label}`
    mutate({ ids, change: { assigneeId: memberId === UNASSIGNED ? null : memberId }, formatMessage })
    onClear()
  }
  const memberOptions = members.map(({ id, name }) => ({ value: id, label: id === viewerId ? `${name} (you)` : name }))
  const options = [...memberOptions, { value: UNASSIGNED, label: 'Unassigned' }]
  return (
    <section
      data-slot="selection-bar"
      aria-label="Selected leads"
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-xl border border-input bg-card p-2 pl-4 floating lg:bottom-4 [&[hidden]]:hidden"
      hidden={ids.length === 0}
    >
      <p aria-live="polite" className="font-semibold">
        {ids.length > 0 && `${formatLeadCount(ids.length)} selected`}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <DropdownMenu
          label="Set stage"
          entries={STAGE_NAMES.map((stage) => ({ label: STAGES[stage], onSelect: () => setStage(stage) }))}
        />
        <Combobox
          className="w-44 max-sm:-order-1 max-sm:w-full"
          label="Assign to"
          isLabelHidden
          placeholder="Assign to …"
          emptyText="No team member with that name."
          options={options}
          value={null}
          onChange={(selected) => {
            const option = options.find(({ value }) => value === selected)
            if (option) assign(option.value, option.label.replace(/ \(you\)$/, ''))
          }}
        />
        <Button variant="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
    </section>
  )
}

/** Present in the URL while the form for a new lead is open. */
const newLeadState = z.object({ new: z.string().max(10).optional() })

function AddLead({ reader }: { reader: Reader }) {
  const [address, setAddress] = useAddressState(newLeadState)
  const isOpen = address.new !== undefined
  const setIsOpen = (isNowOpen: boolean) => setAddress({ new: isNowOpen ? '' : undefined })
  const cache = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon name="plus" size={16} />
        Add lead
      </Button>
      <LeadForm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Add a lead"
        confirmLabel="Add lead"
        send={(fields) => sendChange('leads', 'POST', fields)}
        onSaved={({ id, name }) => {
          void cache.invalidateQueries({ queryKey: buildListKey(reader) })
          const onAction = () => router.push(`${AREAS.leads.path}/${id}`)
          toast({ title: `${name} added to your leads`, tone: 'accent', action: { label: 'Open', onAction } })
        }}
      />
    </>
  )
}

const formatStageCount = (count: number | null | undefined): string | undefined => {
  if (count === null || count === undefined) return undefined
  return count > MAX_COUNTED_PER_STAGE ? `${formatNumber(MAX_COUNTED_PER_STAGE)}+` : formatNumber(count)
}

function formatTotalCount(stages: StageCounts): string {
  const counts = Object.values(stages)
  const sum = counts.reduce<number>((total, count) => total + Math.min(count ?? 0, MAX_COUNTED_PER_STAGE), 0)
  const isCapped = counts.some((count) => count === null || count > MAX_COUNTED_PER_STAGE)
  return formatNumber(sum) + (isCapped ? '+' : '')
}

function StageTabs({ state, stages }: { state: LeadListState; stages: StageCounts | undefined }) {
  const viewParams = useOpenedViewParams()
  const buildTab = (stage: Stage | undefined, label: string, count: string | undefined) => ({
    href: AREAS.leads.path + writeSearchParams(leadListState, { ...state, search: '', stage, page: 1 }, viewParams),
    label,
    isCurrent: state.stage === stage,
    ...(count !== undefined && { count }),
  })
  const tabs = [
    buildTab(undefined, 'All', stages && formatTotalCount(stages)),
    ...STAGE_NAMES.map((stage) => buildTab(stage, STAGES[stage], formatStageCount(stages?.[stage]))),
  ]
  return <Tabs label="Stages" tabs={tabs} />
}

type LeadListProps = {
  reader: Reader
  hasFailed: boolean
  canManage: boolean
}

export function LeadList({ reader, hasFailed, canManage }: LeadListProps) {
  const [state, setState] = useListState(leadListState, 'leads', reader)
  const [selectedIds, setSelectedIds] = useState<string[]>([])
  const { getName } = useMembers()
  const isSample = useSample() !== undefined
  const visibleColumns = LEAD_COLUMN_NAMES.filter((name) => !state.without.includes(name))
  return (
    <Page
      title={AREAS.leads.label}
      lead="Potential jobs and where each one stands."
      actions={
        canManage && (
          <>
            <DownloadCsv name="leads/export" params={toListQuery(state)} />
            <ImportLink kind="leads" />
            <AddLead reader={reader} />
          </>
        )
      }
    >
      <ListScreen
        noun="lead"
        query={buildLeadsQuery(state, reader)}
        hasFailed={hasFailed}
        renderHeader={(list) => (
          <>
            <StageTabs state={state} stages={list?.stages} />
            <LeadFilters state={state} setState={setState} today={list?.today} reader={reader} />
          </>
        )}
        page={state.page}
        onPage={(page) => setState({ page })}
        sort={state.sort}
        onSort={(sort) => setState({ sort: sort as LeadListState['sort'] })}
        isNarrowed={isFiltered(state)}
        onReset={() => setState({ ...leadListState.parse({}), without: state.without, sort: state.sort })}
        texts={{
          none: 'Callers who need service appear here as soon as the call ends. You can also add leads yourself.',
          noMatch:
            'Try fewer words, another stage or other dates. Search covers names, numbers, addresses and problems.',
          pastEnd: 'The list is shorter now than when this link was created.',
        }}
        table={({ rows, timeZone: zone, today }) => {
          const uniformColumns = findUniformColumns(rows, visibleColumns, getName)
          const uniformText = uniformColumns.flatMap(([, text]) => text || []).join(' · ')
          const displayedColumns = visibleColumns.filter((name) =>
            uniformColumns.every(([uniformName]) => uniformName !== name),
          )
          return {
            columns: buildLeadColumns(displayedColumns, { zone, today, getMemberName: getName }),
            selection: canManage
              ? { ids: selectedIds, onChange: setSelectedIds, getLabel: ({ name }) => name }
              : undefined,
            note: uniformText && (
              <p className="pt-1 pb-2 text-muted-foreground">
                <span className="sr-only">All leads on this page: </span>
                {uniformText}
              </p>
            ),
          }
        }}
        // On a phone, a row shows the name, problem, next step, assignee and age, with the stage in the corner. In the
        // sample dashboard, only the page of the lead shows the phone number.
        panelClassName={`${isSample ? 'max-md:[&_[data-column=Phone]]:hidden ' : ''}max-md:[&_tbody_td:first-child]:absolute max-md:[&_tbody_td:first-child]:top-3.5 max-md:[&_tbody_td:first-child]:left-0 max-md:[&_tbody_td:first-child]:z-1 max-md:[&_:is(tbody_th,[data-column=Phone])]:flex-[1_0_100%] max-md:[&_tbody_tr]:flex max-md:[&_tbody_tr]:flex-wrap max-md:[&_tbody_tr]:items-center max-md:[&_tbody_tr]:gap-x-3 max-md:[&_tbody_tr]:gap-y-1 max-md:[&_tbody_tr:first-child]:border-t-0 max-md:[&_tbody_tr:has(>td:first-child)]:pl-10 max-md:[&_td:has(>[data-slot=none])]:hidden`}
      >
        {canManage && <LeadSelection ids={selectedIds} onClear={() => setSelectedIds([])} reader={reader} />}
      </ListScreen>
    </Page>
  )
}
