import { SOURCES, STAGES, type Urgency, URGENCIES } from '@/lib/dashboard/model/lead.ts'
import { LEAD_COLUMNS, type LeadColumn } from '@/lib/dashboard/leads/list-state.ts'
import type { LeadRecord, LeadRow } from '@/lib/dashboard/leads/record.ts'
import { dayKey, formatTime, formatWindow } from '@/lib/platform/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { briefDay, isEnded, isOpen, stageTone, urgencyTone } from './lead-words.ts'

const none = (
  <span data-slot="none" className="text-muted-foreground">
    –
  </span>
)

function Who({ name, problem, safety, stage, source, isTest }: LeadRecord) {
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

function Assignee({ lead: { assigneeId }, nameOf }: { lead: LeadRecord; nameOf: Seen['nameOf'] }) {
  if (assigneeId) return <span className="text-muted-foreground">{nameOf(assigneeId) ?? '…'}</span>
  return <span className="font-medium whitespace-nowrap text-primary">Unassigned</span>
}

type Seen = {
  today: string
  zone: string
  nameOf: (id: string) => string | undefined
}

const columnsOf = ({ today, zone, nameOf }: Seen): Record<LeadColumn, GridColumn<LeadRow>> => ({
  urgency: {
    id: 'urgency',
    header: LEAD_COLUMNS.urgency,
    isSortable: true,
    onCard: 'plain',
    cell: (lead) => <Next lead={lead} today={today} zone={zone} />,
  },
  stage: {
    id: 'stage',
    header: 'Stage',
    onCard: 'corner',
    cell: ({ stage }) => <Badge tone={stageTone(stage)}>{STAGES[stage]}</Badge>,
  },
  assignee: {
    id: 'assignee',
    header: 'Assigned to',
    onCard: 'plain',
    cell: (lead) => (lead.assigneeId || isOpen(lead) ? <Assignee lead={lead} nameOf={nameOf} /> : none),
  },
  phone: {
    id: 'phone',
    header: 'Phone',
    onCard: 'plain',
    cell: ({ phone, createdAt }) =>
      phone ? <PhoneActions number={phone} subject={{ kind: 'lead', at: createdAt, zone }} /> : none,
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
        <CameIn at={createdAt} today={today} zone={zone} />
      </span>
    ),
  },
})

function HowSoon({ urgency }: { urgency: Urgency }) {
  const dot = urgencyTone({ urgency }) === 'primary' ? 'bg-primary' : 'bg-input'
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap max-md:text-muted-foreground">
      <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
      {URGENCIES[urgency]}
    </span>
  )
}

function Next({ lead, today, zone }: { lead: LeadRow; today: string; zone: string }) {
  const { urgency, visit } = lead
  if (isOpen(lead)) return <HowSoon urgency={urgency} />
  if (isEnded(lead) || !visit) return none
  return (
    <span className="whitespace-nowrap max-md:text-muted-foreground">
      {visit.technician === null && <span className="mr-1.5 font-medium text-primary md:block">Assign a tech</span>}
      <span className="md:sr-only">Visit </span>
      <span className={dayKey(visit.startsAt, zone) === today ? 'max-md:lowercase' : undefined}>
        {briefDay(visit.startsAt, today, zone)}
      </span>
      <span className="text-muted-foreground max-md:ml-1.5 md:block">
        {formatWindow(visit.startsAt, visit.endsAt, zone)}
      </span>
    </span>
  )
}

function CameIn({ at, today, zone }: { at: string; today: string; zone: string }) {
  return (
    <span className="whitespace-nowrap max-md:text-muted-foreground">
      {briefDay(at, today, zone)}
      <span
        className={`text-muted-foreground md:block ${dayKey(at, zone) === today ? 'max-md:ml-1.5' : 'max-md:hidden'}`}
      >
        {formatTime(at, zone)}
      </span>
    </span>
  )
}

/** Columns that the list hides if all rows have the same value. A line above the table then shows the value once. */
const FOLDED = {
  stage: ({ stage }: LeadRow) => STAGES[stage],
  urgency: (lead: LeadRow) => (isOpen(lead) ? URGENCIES[lead.urgency] : lead.visit && lead.id),
  assignee: ({ assigneeId }: LeadRow) => assigneeId,
} satisfies Partial<Record<LeadColumn, (lead: LeadRow) => string | null>>

export function sameInAll(
  rows: readonly LeadRow[],
  names: readonly LeadColumn[],
  nameOf: Seen['nameOf'],
): [column: LeadColumn, words: string][] {
  const [first, ...others] = rows
  if (!first || others.length === 0) return []
  return (Object.keys(FOLDED) as (keyof typeof FOLDED)[])
    .filter((name) => names.includes(name) && others.every((row) => FOLDED[name](row) === FOLDED[name](first)))
    .map((name) => {
      const value = FOLDED[name](first)
      if (name !== 'assignee') return [name, value ? `${LEAD_COLUMNS[name]}: ${value}` : '']
      return [name, value ? `Assigned to ${nameOf(value) ?? '…'}` : 'Unassigned']
    })
}

export function leadColumns(names: readonly LeadColumn[], seen: Seen): GridColumn<LeadRow>[] {
  const columns = columnsOf(seen)
  const who: GridColumn<LeadRow> = { id: 'name', header: 'Lead', isSortable: true, cell: Who }
  return [who, ...names.map((name) => columns[name])]
}
