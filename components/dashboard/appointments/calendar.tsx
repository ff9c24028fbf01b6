'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { isAhead, NO_TECHNICIAN } from '@/lib/appointments/appointment.ts'
import {
  type CalendarAddress,
  calendarAddress,
  type CalendarAnswer,
  calendarAnswer,
  calendarHref,
  calendarParams,
} from '@/lib/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { suggestedWindow } from '@/lib/appointments/window.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { type DayKey, dayKey, minutesIn, weekOf } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useAddressState } from '../use-address-state.ts'
import { QueryResult } from '../loading.tsx'
import { Page } from '../page.tsx'
import { loadDialogs, NewVisitDialog, SubscribeDialog, VisitDialog } from './calendar-dialogs.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { DayGrid } from './day-grid.tsx'
import { useVisitChange } from './use-visit-change.ts'
import { VisitList } from './visit-list.tsx'
import { WeekGrid } from './week-grid.tsx'

type Props = {
  reader: Reader
  /** Whether the server could not read it a moment ago. */
  hasFailed: boolean
  canManage: boolean
  canReadLeads: boolean
}

type Address = { address: CalendarAddress; setAddress: (change: Partial<CalendarAddress>) => void }

const fits =
  ({ state, technician }: CalendarAddress) =>
  (visit: AppointmentRecord): boolean =>
    (state === undefined || visit.state === state) &&
    (technician === undefined || (technician === NO_TECHNICIAN ? null : technician) === visit.technician)

type ShownProps = Omit<Props, 'hasFailed'> & Address & { answer: CalendarAnswer; isStale: boolean }

function WeekView({ answer, address, setAddress }: Pick<ShownProps, 'answer' | 'address' | 'setAddress'>) {
  const { appointments } = answer
  const day = dayOf(address, answer)
  const visits = appointments.filter(fits(address))
  const isFiltered = address.state !== undefined || address.technician !== undefined
  return (
    <>
      <WeekGrid
        week={answer}
        visits={visits}
        allVisits={appointments}
        day={day}
        hrefOfDay={(chosen) => calendarHref(address, { day: chosen })}
        onDay={(chosen) => setAddress({ day: chosen })}
        onVisit={(visit) => setAddress({ visit })}
      />
      {visits.length === 0 && (
        <p className="text-muted-foreground">
          {isFiltered && appointments.length > 0
            ? 'No visit of this week fits the filters.'
            : 'No visits in this week.'}
        </p>
      )}
    </>
  )
}

/** The day that an address means: one of the week that was read. */
function dayOf({ day }: CalendarAddress, { days, now, timeZone }: CalendarAnswer): DayKey {
  const today = dayKey(now, timeZone)
  return [day, today, days[0]].find((each) => each !== undefined && days.includes(each)) ?? today
}

function DayView({ answer, address, setAddress }: Pick<ShownProps, 'answer' | 'address' | 'setAddress'>) {
  const { appointments, technicians } = answer
  const { technician } = address
  const names = technician === undefined ? technicians : technician === NO_TECHNICIAN ? [] : [technician]
  return (
    <DayGrid
      answer={answer}
      day={dayOf(address, answer)}
      visits={appointments.filter(fits(address))}
      allVisits={appointments}
      technicians={names}
      hasNobody={technician === undefined || technician === NO_TECHNICIAN}
      onVisit={(visit) => setAddress({ visit })}
    />
  )
}

function ListView({ answer, address, setAddress, isStale }: ShownProps) {
  const { when, page, state, technician } = address
  return (
    <div className="rounded-xl panel px-5 py-3">
      <VisitList
        visits={answer.appointments}
        timeZone={answer.timeZone}
        now={answer.now}
        isStale={isStale}
        isNarrowed={state !== undefined || technician !== undefined}
        when={when}
        onVisit={(visit) => setAddress({ visit, page })}
      />
      <Pager label="Visits" page={page} total={answer.total} onPage={(next) => setAddress({ page: next })} />
    </div>
  )
}

/** The dialogs that the address opens. */
function Dialogs({ reader, answer, address, setAddress, canManage, canReadLeads }: ShownProps) {
  const { timeZone, technicians, days, hours, now, appointments } = answer
  const change = useVisitChange(reader, timeZone, address.visit)
  const today = dayKey(now, timeZone)
  const { page } = address
  const showWeek = ({ startsAt }: AppointmentRecord) => {
    const day = dayKey(startsAt, timeZone)
    setAddress({ view: 'week', week: weekOf(day)[0], day, state: undefined, technician: undefined, visit: undefined })
  }
  const isShown = (visit: AppointmentRecord) => days.includes(dayKey(visit.startsAt, timeZone))
  const shown = appointments.find(({ id }) => id === address.visit)
  const firstDay = dayOf(address, answer)
  const hour = Math.floor(minutesIn(now, timeZone) / 60)
  const first = suggestedWindow(address.view === 'list' ? today : firstDay, { day: today, hour }, hours)
  return (
    <Suspense>
      {address.visit && (
        <VisitDialog
          key={address.visit}
          {...{ reader, shown, technicians, timeZone, now, canManage, canReadLeads }}
          id={address.visit}
          onClose={() => setAddress({ visit: undefined, page })}
          onChange={change}
          onShowWeek={address.view !== 'list' && shown && isShown(shown) ? undefined : showWeek}
        />
      )}
      {canManage && address.new !== undefined && (
        <NewVisitDialog
          {...{ reader, timeZone, technicians }}
          leadId={canReadLeads ? address.lead : undefined}
          first={first}
          onClose={() => setAddress({ new: undefined, lead: undefined, page })}
          onMade={({ appointment }) => {
            setAddress({ new: undefined, lead: undefined, page })
            if (address.view !== 'list') {
              const day = dayKey(appointment.startsAt, timeZone)
              setAddress({ day, ...(!isShown(appointment) && { week: weekOf(day)[0] }) })
            }
          }}
        />
      )}
      {canManage && address.subscribe !== undefined && (
        <SubscribeDialog {...{ reader, timeZone }} onClose={() => setAddress({ subscribe: undefined, page })} />
      )}
    </Suspense>
  )
}

function Shown(props: ShownProps) {
  const { answer, address, setAddress, canManage } = props
  const { days, timeZone, now, technicians, hasVisits } = answer
  return (
    <>
      {hasVisits ? (
        // What opens from here is fetched when somebody turns to it, and not with the page.
        <div className="contents" onPointerOver={loadDialogs} onFocus={loadDialogs}>
          <CalendarToolbar
            address={address}
            onAddress={setAddress}
            days={days}
            day={dayOf(address, answer)}
            today={dayKey(now, timeZone)}
            technicians={technicians}
          />
          {address.view === 'week' && <WeekView {...props} />}
          {address.view === 'day' && <DayView {...props} />}
          {address.view === 'list' && <ListView {...props} />}
        </div>
      ) : (
        <div className="rounded-xl panel">
          <Empty
            icon="calendar"
            title="No visits yet"
            action={canManage && <Button onClick={() => setAddress({ new: '' })}>New visit</Button>}
          >
            What the assistant books on the phone appears here, and so does what you add yourself.
          </Empty>
        </div>
      )}
      <Dialogs {...props} />
    </>
  )
}

/** How many visits a week or a day has: "12 visits, 1 without a tech". Of a list that is not known. */
function visitCount(address: CalendarAddress, answer: CalendarAnswer): string | undefined {
  const { view } = address
  if (view === 'list') return undefined
  const day = view === 'day' ? dayOf(address, answer) : undefined
  const visits = answer.appointments
    .filter(fits(address))
    .filter(({ state, startsAt }) => state !== 'cancelled' && (!day || dayKey(startsAt, answer.timeZone) === day))
  if (visits.length === 0) return undefined
  const open = visits.filter(({ state, technician }) => isAhead(state) && technician === null).length
  const count = visits.length === 1 ? '1 visit' : `${visits.length} visits`
  return open > 0 ? `${count}, ${open} without a tech` : count
}

type CalendarProps = Props & {
  /** What it is for, where there is nothing to count. */
  lead: string
  actions?: ReactNode
}

/** The calendar of the organization: a week, a day by technician or a list, and the visit that is open. */
export function Calendar({ reader, hasFailed, lead, actions, ...props }: CalendarProps) {
  const [address, setAddress] = useAddressState(calendarAddress)
  const query = dashboardQuery('appointments', calendarAnswer, reader, calendarParams(address))
  // What has been read, for the sentence; the calendar below reads it.
  const { data: read } = useQuery({ ...query, enabled: false })
  return (
    <Page title={AREAS.appointments.label} lead={(read && visitCount(address, read)) ?? lead} actions={actions}>
      <QueryResult what="The calendar" query={query} hasFailed={hasFailed}>
        {(answer, isStale) => (
          <Shown
            {...props}
            reader={reader}
            address={address}
            setAddress={setAddress}
            answer={answer}
            isStale={isStale}
          />
        )}
      </QueryResult>
    </Page>
  )
}
