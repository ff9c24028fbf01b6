'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { isAhead, NO_TECHNICIAN } from '@/lib/dashboard/model/appointment.ts'
import {
  type CalendarAddress,
  calendarAddress,
  type CalendarAnswer,
  calendarAnswer,
  calendarHref,
  calendarParams,
} from '@/lib/dashboard/appointments/calendar.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { suggestedWindow } from '@/lib/dashboard/appointments/window.ts'
import { dashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type DayKey, dayKey, minutesIn, weekOf } from '@/lib/platform/time/zone.ts'
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

const loadVisit = () => import('./visit-dialog.tsx')
const loadNew = () => import('./new-visit-dialog.tsx')
const loadSubscribe = () => import('./subscribe-dialog.tsx')

const VisitDialog = lazy(async () => ({ default: (await loadVisit()).VisitDialog }))
const NewVisitDialog = lazy(async () => ({ default: (await loadNew()).NewVisitDialog }))
const SubscribeDialog = lazy(async () => ({ default: (await loadSubscribe()).SubscribeDialog }))

let isAsked = false

function loadDialogs(): void {
  if (isAsked) return
  isAsked = true
  void Promise.allSettled([loadVisit(), loadNew(), loadSubscribe()])
}

export function CalendarActions() {
  const [{ page }, setAddress] = useAddressState(calendarAddress)
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
          {isFiltered && appointments.length > 0 ? 'No visits this week match the filters.' : 'No visits this week.'}
        </p>
      )}
    </>
  )
}

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
function visitCount(address: CalendarAddress, answer: CalendarAnswer): string | undefined {
  const { view } = address
  if (view === 'list') return undefined
  const day = view === 'day' ? dayOf(address, answer) : undefined
  const visits = answer.appointments
    .filter(fits(address))
    .filter(({ state, startsAt }) => state !== 'cancelled' && (!day || dayKey(startsAt, answer.timeZone) === day))
  if (visits.length === 0) return undefined
  const open = visits.filter(({ state, technician }) => isAhead(state) && technician === null).length
  const count = formatCount(visits.length, 'visit')
  return open > 0 ? `${count}, ${open} without a tech` : count
}

type CalendarProps = Props & {
  lead: string
  actions?: ReactNode
}

export function Calendar({ reader, hasFailed, lead, actions, ...props }: CalendarProps) {
  const [address, setAddress] = useAddressState(calendarAddress)
  const query = dashboardQuery('appointments', calendarAnswer, reader, calendarParams(address))
  // This query only reads the cache. The calendar below fetches the data.
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
