'use client'

import type { MouseEvent } from 'react'
import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { formatDate, formatDay, formatWindow } from '@/lib/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useSample } from '../../ui/sample.ts'
import { PhoneActions } from '../phone-actions.tsx'
import { STATE_TONES } from './visit-words.ts'

/** The year is said where it is not the present one. */
function dayOf({ startsAt }: AppointmentRecord, zone: string, now: string): string {
  const year = (moment: string) => formatDate(moment, zone).slice(-4)
  return year(startsAt) === year(now) ? formatDay(startsAt, zone) : formatDate(startsAt, zone)
}

const columnsFor = (zone: string, now: string): GridColumn<AppointmentRecord>[] => [
  {
    id: 'startsAt',
    header: 'When',
    cell: (visit) => (
      <span className={visit.state === 'cancelled' ? 'line-through' : undefined}>
        <span className="block whitespace-nowrap">{dayOf(visit, zone, now)}</span>
        <span className="block font-normal whitespace-nowrap text-muted-foreground">
          {formatWindow(visit.startsAt, visit.endsAt, zone)}
        </span>
      </span>
    ),
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
    cell: ({ technician }) => technician ?? <span className="text-muted-foreground">No one yet</span>,
  },
  {
    id: 'state',
    header: 'State',
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
  visits: readonly AppointmentRecord[]
  timeZone: string
  now: string
  isStale: boolean
  /** Whether a filter is on, so that an empty list says nothing about how many there are. */
  isNarrowed: boolean
  when: 'ahead' | 'before'
  onVisit: (id: string) => void
}

/** A page of visits, the next first or the latest. */
export function VisitList({ visits, timeZone, now, isStale, isNarrowed, when, onVisit }: Props) {
  const isSample = useSample() !== undefined
  // Where it is open in the list; a sample leads to the call in which it was asked for.
  const hrefOf = ({ id, callId }: AppointmentRecord) =>
    isSample ? `${AREAS.calls.path}/${callId}` : `${AREAS.appointments.path}?view=list&visit=${id}`
  // Opening one asks nothing of the server that is not there already; in a new tab the link is followed.
  const open = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-row-link]') : null
    const id = link && new URL(link.href).searchParams.get('visit')
    if (!id || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onVisit(id)
  }
  const empty = isNarrowed ? (
    <Empty icon="filter" title="No visit fits these filters">
      Choose another state or technician, or look at another time.
    </Empty>
  ) : (
    <Empty icon="calendar" title={when === 'ahead' ? 'Nothing is booked from today on' : 'No visits before today'}>
      {when === 'ahead'
        ? 'What the assistant books, and what you add, is listed here.'
        : 'Past visits are listed here.'}
    </Empty>
  )
  return (
    // The links inside are reached with the keyboard, which clicks them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClickCapture={open}>
      <DataGrid
        caption="Visits"
        columns={columnsFor(timeZone, now)}
        rows={visits}
        idOf={({ id }) => id}
        hrefOf={hrefOf}
        isStale={isStale}
        empty={empty}
      />
    </div>
  )
}
