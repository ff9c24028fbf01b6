'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { isUpcoming, NO_TECHNICIAN } from '@/lib/dashboard/model/appointment.ts'
import {
  type CalendarQuery,
  calendarQuery,
  type CalendarResponse,
  calendarResponse,
  buildCalendarHref,
  toCalendarParams,
} from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { suggestWindow } from '@/lib/dashboard/appointments/window.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type DayKey, toDayKey, getMinutesOfDay, listWeekDays } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useAddressState } from '../use-address-state.ts'
import { QueryResult } from '../loading.tsx'
import { Page } from '../page.tsx'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { DayGrid } from './day-grid.tsx'
import { useVisitChange } from './use-visit-change.ts'
import { VisitList } from './visit-list.tsx'
import { WeekGrid } from './week-grid.tsx'
import { formatCount } from '@/lib/values/format.ts'
import { Icon } from '../../ui/icon.tsx'

/* The dialogs make up half of the page's JavaScript, so they load on the first hover or focus. */

const loadVisitDialog = () => import('./visit-dialog.tsx')
const loadNewVisitDialog = () => import('./new-visit-dialog.tsx')
const loadSubscribeDialog = () => import('./subscribe-dialog.tsx')

const VisitDialog = lazy(async () => ({ default: (await loadVisitDialog()).VisitDialog }))
const NewVisitDialog = lazy(async () => ({ default: (await loadNewVisitDialog()).NewVisitDialog }))
const SubscribeDialog = lazy(async () => ({ default: (await loadSubscribeDialog()).SubscribeDialog }))

let hasLoadedDialogs = false

function loadDialogs(): void {
  if (hasLoadedDialogs) return
  hasLoadedDialogs = true
  void Promise.allSettled([loadVisitDialog(), loadNewVisitDialog(), loadSubscribeDialog()])
}

export function CalendarActions() {
  const [{ page }, setAddress] = useAddressState(calendarQuery)
  return (
    <div className="contents" onPointerOver={loadDialogs} onFocus={loadDialogs}>
      <Button variant="quiet" onClick={() => setAddress({ subscribe: '', page })}>
        <Icon name="calendar" size={16} />
        Sync to your calendar
      </Button>
      <Button onClick={() => setAddress({ new: '', page })}>
        <Icon name="plus" size={16} />
        New visit
      </Button>
    </div>
  )
}

type Props = {
  reader: Reader
  hasFailed: boolean
  canManage: boolean
  canReadLeads: boolean
}

type CalendarQueryProps = { address: CalendarQuery; setAddress: (change: Partial<CalendarQuery>) => void }

const createVisitFilter =
  ({ state, technician }: CalendarQuery) =>
  (visit: AppointmentRecord): boolean =>
    (state === undefined || visit.state === state) &&
    (technician === undefined || (technician === NO_TECHNICIAN ? null : technician) === visit.technician)

type CalendarContentProps = Omit<Props, 'hasFailed'> &
  CalendarQueryProps & { answer: CalendarResponse; isStale: boolean }

function WeekView({ answer, address, setAddress }: Pick<CalendarContentProps, 'answer' | 'address' | 'setAddress'>) {
  const { appointments } = answer
  const day = findVisibleDay(address, answer)
  const visits = appointments.filter(createVisitFilter(address))
  const isFiltered = address.state !== undefined || address.technician !== undefined
  return (
    <>
      <WeekGrid
        week={answer}
        visits={visits}
        allVisits={appointments}
        day={day}
        hrefOfDay={(selectedDay) => buildCalendarHref(address, { day: selectedDay })}
        onDay={(selectedDay) => setAddress({ day: selectedDay })}
        onVisit={(visit) => setAddress({ visit })}
      />
      {visits.length === 0 && (
        <p className="text-muted-foreground">
          {isFiltered && appointments.length > 0 ? 'No visits this week match the filters.' : 'No visits this week.'}
        </p>
      )}
    </>
  )
}

function findVisibleDay({ day }: CalendarQuery, { days, now, timeZone }: CalendarResponse): DayKey {
  const today = toDayKey(now, timeZone)
  return [day, today, days[0]].find((candidate) => candidate !== undefined && days.includes(candidate)) ?? today
}

function DayView({ answer, address, setAddress }: Pick<CalendarContentProps, 'answer' | 'address' | 'setAddress'>) {
  const { appointments, technicians } = answer
  const { technician } = address
  const names = technician === undefined ? technicians : technician === NO_TECHNICIAN ? [] : [technician]
  return (
    <DayGrid
      answer={answer}
      day={findVisibleDay(address, answer)}
      visits={appointments.filter(createVisitFilter(address))}
      allVisits={appointments}
      technicians={names}
      hasUnassigned={technician === undefined || technician === NO_TECHNICIAN}
      onVisit={(visit) => setAddress({ visit })}
    />
  )
}

function Dialogs({ reader, answer, address, setAddress, canManage, canReadLeads }: CalendarContentProps) {
  const { timeZone, technicians, days, now, appointments } = answer
  const change = useVisitChange(reader, timeZone, address.visit)
  const today = toDayKey(now, timeZone)
  const { page } = address
  const showWeek = ({ startsAt }: AppointmentRecord) => {
    const day = toDayKey(startsAt, timeZone)
    setAddress({
      view: 'week',
      week: listWeekDays(day)[0],
      day,
      state: undefined,
      technician: undefined,
      visit: undefined,
    })
  }
  const isVisible = (visit: AppointmentRecord) => days.includes(toDayKey(visit.startsAt, timeZone))
  const visibleVisit = appointments.find(({ id }) => id === address.visit)
  const firstDay = findVisibleDay(address, answer)
  const hour = Math.floor(getMinutesOfDay(now, timeZone) / 60)
  const first = suggestWindow(address.view === 'list' ? today : firstDay, { day: today, hour }, answer)
  return (
    <Suspense>
      {address.visit && (
        <VisitDialog
          key={address.visit}
          {...{ reader, initialVisit: visibleVisit, technicians, timeZone, now, canManage, canReadLeads }}
          id={address.visit}
          onClose={() => setAddress({ visit: undefined, page })}
          onChange={change}
          onShowWeek={address.view !== 'list' && visibleVisit && isVisible(visibleVisit) ? undefined : showWeek}
        />
      )}
      {canManage && address.new !== undefined && (
        <NewVisitDialog
          {...{ reader, timeZone, technicians }}
          leadId={canReadLeads ? address.lead : undefined}
          first={first}
          onClose={() => setAddress({ new: undefined, lead: undefined, page })}
          onCreated={({ appointment }) => {
            setAddress({ new: undefined, lead: undefined, page })
            if (address.view !== 'list') {
              const day = toDayKey(appointment.startsAt, timeZone)
              setAddress({ day, ...(!isVisible(appointment) && { week: listWeekDays(day)[0] }) })
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

function CalendarContent(props: CalendarContentProps) {
  const { answer, address, setAddress, canManage } = props
  const { days, timeZone, now, technicians, hasVisits } = answer
  return (
    <>
      {hasVisits ? (
        <div className="contents" onPointerOver={loadDialogs} onFocus={loadDialogs}>
          <CalendarToolbar
            address={address}
            onAddress={setAddress}
            days={days}
            day={findVisibleDay(address, answer)}
            today={toDayKey(now, timeZone)}
            technicians={technicians}
            reader={props.reader}
          />
          {address.view === 'week' && <WeekView {...props} />}
          {address.view === 'day' && <DayView {...props} />}
          {address.view === 'list' && <VisitList {...props} />}
        </div>
      ) : (
        <div className="rounded-xl panel">
          <Empty
            icon="calendar"
            title="No visits yet"
            action={canManage && <Button onClick={() => setAddress({ new: '' })}>New visit</Button>}
          >
            Visits booked by the assistant and visits you add appear here.
          </Empty>
        </div>
      )}
      <Dialogs {...props} />
    </>
  )
}

/** Returns text such as "12 visits, 1 without a tech" for a week or a day. Returns undefined in the list view. */
function formatVisitCount(address: CalendarQuery, answer: CalendarResponse): string | undefined {
  const { view } = address
  if (view === 'list') return undefined
  const day = view === 'day' ? findVisibleDay(address, answer) : undefined
  const visits = answer.appointments
    .filter(createVisitFilter(address))
    .filter(({ state, startsAt }) => state !== 'cancelled' && (!day || toDayKey(startsAt, answer.timeZone) === day))
  if (visits.length === 0) return undefined
  const unassignedCount = visits.filter(({ state, technician }) => isUpcoming(state) && technician === null).length
  const count = formatCount(visits.length, 'visit')
  return unassignedCount > 0 ? `${count}, ${unassignedCount} without a tech` : count
}

type CalendarProps = Props & {
  lead: string
  actions?: ReactNode
}

export function Calendar({ reader, hasFailed, lead, actions, ...props }: CalendarProps) {
  const [address, setAddress] = useAddressState(calendarQuery)
  const query = buildDashboardQuery('appointments', calendarResponse, reader, toCalendarParams(address))
  // This query only reads the cache. The calendar below fetches the data.
  const { data: calendarData } = useQuery({ ...query, enabled: false })
  return (
    <Page
      title={AREAS.appointments.label}
      lead={(calendarData && formatVisitCount(address, calendarData)) ?? lead}
      actions={actions}
    >
      <QueryResult subject="The calendar" query={query} hasFailed={hasFailed}>
        {(answer, isStale) => (
          <CalendarContent
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
