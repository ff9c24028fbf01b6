import { SOURCES, STAGES, type Urgency, URGENCIES } from '@/lib/dashboard/model/lead.ts'
import { LEAD_COLUMNS, type LeadColumn } from '@/lib/dashboard/leads/list-state.ts'
import type { LeadRecord, LeadRow } from '@/lib/dashboard/leads/record.ts'
import { toDayKey, formatTime, formatWindow } from '@/lib/platform/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { formatBriefDay, isClosed, isOpen, getStageTone, getUrgencyTone } from './lead-format.ts'

const emptyCell = (
  <span data-slot="none" className="text-muted-foreground">
    –
  </span>
)

function LeadCell({ name, problem, safety, stage, source, isTest }: LeadRecord) {
  return (
    <span data-slot="who" className="grid max-w-120 gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:pr-28">
        <span data-slot="name" className={stage === 'lost' ? 'text-muted-foreground' : undefined}>
          {name}
        </span>
        {source !== 'call' && <Badge>{SOURCES[source]}</Badge>}
        {isTest && <Badge>Test</Badge>}
      </span>
      <span className="line-clamp-3 font-normal text-muted-foreground max-md:line-clamp-1">{problem}</span>
      {safety && (
        <span
          className={`flex items-start gap-1.5 font-medium ${isOpen({ stage }) ? 'text-primary' : 'text-muted-foreground max-md:hidden'}`}
        >
          <Icon name="alert" size={14} className="mt-[0.2em] flex-none" />
          {safety}
        </span>
      )}
    </span>
  )
}

function Assignee({
  lead: { assigneeId },
  getMemberName,
}: {
  lead: LeadRecord
  getMemberName: ColumnContext['getMemberName']
}) {
  if (assigneeId) return <span className="text-muted-foreground">{getMemberName(assigneeId) ?? '…'}</span>
  return <span className="font-medium whitespace-nowrap text-primary">Unassigned</span>
}

type ColumnContext = {
  today: string
  zone: string
  getMemberName: (id: string) => string | undefined
}

const buildColumnMap = ({ today, zone, getMemberName }: ColumnContext): Record<LeadColumn, GridColumn<LeadRow>> => ({
  urgency: {
    id: 'urgency',
    header: LEAD_COLUMNS.urgency,
    isSortable: true,
    onCard: 'plain',
    cell: (lead) => <NextStepCell lead={lead} today={today} zone={zone} />,
  },
  stage: {
    id: 'stage',
    header: 'Stage',
    onCard: 'corner',
    cell: ({ stage }) => <Badge tone={getStageTone(stage)}>{STAGES[stage]}</Badge>,
  },
  assignee: {
    id: 'assignee',
    header: 'Assigned to',
    onCard: 'plain',
    cell: (lead) =>
      lead.assigneeId || isOpen(lead) ? <Assignee lead={lead} getMemberName={getMemberName} /> : emptyCell,
  },
  phone: {
    id: 'phone',
    header: 'Phone',
    onCard: 'plain',
    cell: ({ phone, createdAt }) =>
      phone ? <PhoneActions number={phone} subject={{ kind: 'lead', at: createdAt, zone }} /> : emptyCell,
  },
  createdAt: {
    id: 'createdAt',
    header: 'Received',
    isSortable: true,
    isDescendingFirst: true,
    align: 'end',
    onCard: 'plain',
    cell: ({ createdAt, visit }) => (
      <span className={visit ? 'max-md:hidden' : undefined}>
        <ReceivedCell at={createdAt} today={today} zone={zone} />
      </span>
    ),
  },
})

function UrgencyCell({ urgency }: { urgency: Urgency }) {
  const dotClass = getUrgencyTone({ urgency }) === 'primary' ? 'bg-primary' : 'bg-input'
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap max-md:text-muted-foreground">
      <span aria-hidden="true" className={`size-2 rounded-full ${dotClass}`} />
      {URGENCIES[urgency]}
    </span>
  )
}

function NextStepCell({ lead, today, zone }: { lead: LeadRow; today: string; zone: string }) {
  const { urgency, visit } = lead
  if (isOpen(lead)) return <UrgencyCell urgency={urgency} />
  if (isClosed(lead) || !visit) return emptyCell
  return (
    <span className="whitespace-nowrap max-md:text-muted-foreground">
      {visit.technician === null && <span className="mr-1.5 font-medium text-primary md:block">Assign a tech</span>}
      <span className="md:sr-only">Visit </span>
      <span className={toDayKey(visit.startsAt, zone) === today ? 'max-md:lowercase' : undefined}>
        {formatBriefDay(visit.startsAt, today, zone)}
      </span>
      <span className="text-muted-foreground max-md:ml-1.5 md:block">
        {formatWindow(visit.startsAt, visit.endsAt, zone)}
      </span>
    </span>
  )
}

function ReceivedCell({ at, today, zone }: { at: string; today: string; zone: string }) {
  return (
    <span className="whitespace-nowrap max-md:text-muted-foreground">
      {formatBriefDay(at, today, zone)}
      <span
        className={`text-muted-foreground md:block ${toDayKey(at, zone) === today ? 'max-md:ml-1.5' : 'max-md:hidden'}`}
      >
        {formatTime(at, zone)}
      </span>
    </span>
  )
}

/** Columns that the list hides if all rows have the same value. A line above the table then shows the value once. */
const FOLDABLE_VALUES = {
  stage: ({ stage }: LeadRow) => STAGES[stage],
  urgency: (lead: LeadRow) => (isOpen(lead) ? URGENCIES[lead.urgency] : lead.visit && lead.id),
  assignee: ({ assigneeId }: LeadRow) => assigneeId,
} satisfies Partial<Record<LeadColumn, (lead: LeadRow) => string | null>>

export function findUniformColumns(
  rows: readonly LeadRow[],
  names: readonly LeadColumn[],
  getMemberName: ColumnContext['getMemberName'],
): [column: LeadColumn, words: string][] {
  const [first, ...otherRows] = rows
  if (!first || otherRows.length === 0) return []
  return (Object.keys(FOLDABLE_VALUES) as (keyof typeof FOLDABLE_VALUES)[])
    .filter(
      (name) =>
        names.includes(name) && otherRows.every((row) => FOLDABLE_VALUES[name](row) === FOLDABLE_VALUES[name](first)),
    )
    .map((name) => {
      const value = FOLDABLE_VALUES[name](first)
      if (name !== 'assignee') return [name, value ? `${LEAD_COLUMNS[name]}: ${value}` : '']
      return [name, value ? `Assigned to ${getMemberName(value) ?? '…'}` : 'Unassigned']
    })
}

export function buildLeadColumns(names: readonly LeadColumn[], columnContext: ColumnContext): GridColumn<LeadRow>[] {
  const columns = buildColumnMap(columnContext)
  const nameColumn: GridColumn<LeadRow> = { id: 'name', header: 'Lead', isSortable: true, cell: LeadCell }
  return [nameColumn, ...names.map((name) => columns[name])]
}
