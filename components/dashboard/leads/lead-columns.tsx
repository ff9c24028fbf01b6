import { SOURCES, STAGES, URGENCIES } from '@/lib/leads/lead.ts'
import type { LeadColumn } from '@/lib/leads/list-state.ts'
import type { LeadRecord } from '@/lib/leads/record.ts'
import { formatTime } from '@/lib/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { briefDay, isOpen, stageTone, urgencyTone } from './lead-words.ts'

const none = <span className="text-muted-foreground">–</span>

function Who({ name, problem, safety, stage, isTest }: LeadRecord) {
  return (
    <span data-slot="who" className="grid max-w-120 gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        {name}
        {isTest && <Badge>Test</Badge>}
      </span>
      <span className="line-clamp-2 font-normal text-muted-foreground">{problem}</span>
      {safety && (
        <span
          className={`flex items-center gap-1.5 font-medium ${isOpen({ stage }) ? 'text-primary' : 'text-muted-foreground'}`}
        >
          <Icon name="alert" size={14} />
          {safety}
        </span>
      )}
    </span>
  )
}

type Seen = { today: string; zone: string; nameOf: (id: string) => string | undefined }

const columnsOf = ({ today, zone, nameOf }: Seen): Record<LeadColumn, GridColumn<LeadRecord>> => ({
  urgency: {
    id: 'urgency',
    header: 'Urgency',
    isSortable: true,
    onCard: 'plain',
    cell: (lead) => <Badge tone={urgencyTone(lead)}>{URGENCIES[lead.urgency]}</Badge>,
  },
  stage: {
    id: 'stage',
    header: 'Stage',
    onCard: 'plain',
    cell: ({ stage }) => <Badge tone={stageTone(stage)}>{STAGES[stage]}</Badge>,
  },
  assignee: {
    id: 'assignee',
    header: 'Assigned to',
    onCard: 'plain',
    cell: ({ assigneeId }) =>
      assigneeId ? (
        (nameOf(assigneeId) ?? '…')
      ) : (
        <span data-slot="nobody" className="text-muted-foreground">
          Nobody
        </span>
      ),
  },
  phone: {
    id: 'phone',
    header: 'Phone',
    from: 'lg',
    onCard: 'hidden',
    cell: ({ phone, createdAt }) =>
      phone ? <PhoneActions number={phone} subject={{ kind: 'lead', at: createdAt, zone }} /> : none,
  },
  source: {
    id: 'source',
    header: 'Source',
    from: 'xl',
    onCard: 'hidden',
    cell: ({ source }) => <span className="text-muted-foreground">{SOURCES[source]}</span>,
  },
  createdAt: {
    id: 'createdAt',
    header: 'Came in',
    isSortable: true,
    isDescendingFirst: true,
    align: 'end',
    onCard: 'plain',
    cell: ({ createdAt }) => <CameIn at={createdAt} today={today} zone={zone} />,
  },
})

function CameIn({ at, today, zone }: { at: string; today: string; zone: string }) {
  return (
    <span className="whitespace-nowrap max-md:text-muted-foreground">
      {briefDay(at, today, zone)}
      <span className="text-muted-foreground max-md:ml-1.5 md:block">{formatTime(at, zone)}</span>
    </span>
  )
}

/** The columns of the table, the first of which is always there. */
export function leadColumns(names: readonly LeadColumn[], seen: Seen): GridColumn<LeadRecord>[] {
  const columns = columnsOf(seen)
  const who: GridColumn<LeadRecord> = { id: 'name', header: 'Lead', isSortable: true, cell: Who }
  return [who, ...names.map((name) => columns[name])]
}
