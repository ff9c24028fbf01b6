import type { MouseEvent } from 'react'
import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import type { CalendarQuery, CalendarResponse } from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatSpecialDay, getDayHours, type Schedule } from '@/lib/dashboard/model/day-hours.ts'
import { toDayKey, formatWindow } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import type { GridColumn } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useSample } from '../../ui/sample.ts'
import { formatCallDay } from '../calls/call-format.ts'
import { ListTable } from '../list/list-screen.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { STATE_TONES } from './visit-format.ts'

const buildColumns = (schedule: Schedule, zone: string, today: string): GridColumn<AppointmentRecord>[] => [
  {
    id: 'startsAt',
    header: 'When',
    cell: (visit) => {
      const { special } = getDayHours(schedule, toDayKey(visit.startsAt, zone))
      return (
        <span className={visit.state === 'cancelled' ? 'line-through' : undefined}>
          <span className="block whitespace-nowrap">{formatCallDay(visit.startsAt, today, zone)}</span>
          <span className="block font-normal whitespace-nowrap text-muted-foreground">
            {formatWindow(visit.startsAt, visit.endsAt, zone)}
          </span>
          {special && <span className="block font-normal text-muted-foreground">{formatSpecialDay(special)}</span>}
        </span>
      )
    },
  },
  {
    id: 'customer',
    header: 'Customer',
    onCard: 'plain',
    cell: ({ customer, address, phone, startsAt }) => (
      <>
        <span className="block font-medium">{customer}</span>
        {address && <span className="block text-muted-foreground">{address}</span>}
        {phone && <PhoneActions number={phone} subject={{ kind: 'visit', at: startsAt, zone }} />}
      </>
    ),
  },
  {
    id: 'job',
    header: 'Job',
    from: 'lg',
    onCard: 'plain',
    cell: ({ job }) => <span className="line-clamp-2">{job}</span>,
  },
  {
    id: 'technician',
    header: 'Technician',
    cell: ({ technician }) => technician ?? <span className="text-muted-foreground">Unassigned</span>,
  },
  {
    id: 'state',
    header: 'Status',
    onCard: 'corner',
    cell: ({ state, isTest }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={STATE_TONES[state]}>{APPOINTMENT_STATES[state]}</Badge>
        {isTest && <Badge>Test</Badge>}
      </span>
    ),
  },
]

type Props = {
  answer: CalendarResponse
  address: CalendarQuery
  setAddress: (change: Partial<CalendarQuery>) => void
  isStale: boolean
}

export function VisitList({ answer, address, setAddress, isStale }: Props) {
  const { when, page, state, technician } = address
  const isSample = useSample() !== undefined
  const buildHref = ({ id, callId }: AppointmentRecord) =>
    isSample ? `${AREAS.calls.path}/${callId}` : `${AREAS.appointments.path}?view=list&visit=${id}`
  // A plain click opens the visit in place without a request. A click with a modifier key follows the link.
  const openVisit = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-row-link]') : null
    const id = link && new URL(link.href).searchParams.get('visit')
    if (!id || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setAddress({ visit: id, page })
  }
  const emptyMessage =
    state || technician !== undefined ? (
      <Empty icon="filter" title="No matching visits">
        Try another status, technician or period.
      </Empty>
    ) : (
      <Empty icon="calendar" title={when === 'ahead' ? 'No upcoming visits' : 'No past visits'}>
        {when === 'ahead' ? 'Visits booked by the assistant or added by you appear here.' : 'Past visits appear here.'}
      </Empty>
    )
  return (
    // Keyboard users activate the links inside this element.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className="rounded-xl panel px-5 py-3" onClickCapture={openVisit}>
      <ListTable
        caption="Visits"
        columns={buildColumns(answer, answer.timeZone, toDayKey(answer.now, answer.timeZone))}
        rows={answer.appointments}
        getHref={buildHref}
        isStale={isStale}
        empty={emptyMessage}
        page={page}
        total={answer.total}
        onPage={(next) => setAddress({ page: next })}
      />
    </div>
  )
}
