'use client'

import { useQuery } from '@tanstack/react-query'
import NextLink from 'next/link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { APPOINTMENT_STATES, isAhead } from '@/lib/appointments/appointment.ts'
import { appointmentAnswer } from '@/lib/appointments/calendar.ts'
import { overlapWords } from '@/lib/appointments/doubts.ts'
import type { AppointmentRecord } from '@/lib/appointments/record.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Loading, NotLoaded } from '../loading.tsx'
import { DescriptionList } from '../page.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import type { WantedChange } from './use-visit-change.ts'
import { CancelForm, EditForm, MoveForm } from './visit-forms.tsx'
import { useVisitDoubts } from './use-visit-doubts.tsx'
import { longWindow, STATE_TONES } from './visit-words.ts'
import { windowOf } from './window-fields.tsx'

/** What somebody is doing with the visit. */
type Mode = 'look' | 'move' | 'cancel' | 'edit'

const TITLES: Record<Exclude<Mode, 'look'>, string> = {
  move: 'Move the visit',
  cancel: 'Cancel the visit',
  edit: 'Change the visit',
}

type Props = {
  reader: Reader
  id: string
  /** As it is in what is shown already, if it is there. */
  shown: AppointmentRecord | undefined
  technicians: readonly string[]
  timeZone: string
  now: string
  canManage: boolean
  canReadLeads: boolean
  onClose: () => void
  onChange: (before: AppointmentRecord, change: WantedChange['change']) => void
  /** Shows the week of the visit; undefined while that is shown. */
  onShowWeek: ((visit: AppointmentRecord) => void) | undefined
}

/** Holds what replaces what had the focus, and takes the focus. */
function Focused({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('input, textarea')
    ;(first ?? place.current)?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

type FactsProps = Pick<Props, 'timeZone' | 'canReadLeads'> & { visit: AppointmentRecord; overlap: string | undefined }

function Facts({ visit, overlap, timeZone, canReadLeads }: FactsProps) {
  const { state, job, address, phone, technician, reason, leadId, callId, isTest } = visit
  const call = phone && <PhoneActions number={phone} subject={{ kind: 'visit', at: visit.startsAt, zone: timeZone }} />
  const all: [term: string, value: ReactNode][] = [
    ['Job', job],
    ['Address', address],
    ['Phone', call],
    ['Technician', technician ?? 'No one yet'],
    [state === 'cancelled' ? 'Why canceled' : 'Why moved', reason],
  ]
  const rows = all.filter(([, value]) => value)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={state === 'cancelled' ? 'text-muted-foreground line-through' : 'font-semibold'}>
          {longWindow(visit, timeZone)}
        </span>
        <Badge tone={STATE_TONES[state]}>{APPOINTMENT_STATES[state]}</Badge>
        {isTest && <Badge>Test</Badge>}
      </p>
      {overlap && (
        <p className="mt-3 flex gap-2 rounded-lg bg-primary-muted px-3 py-2">
          <Icon name="alert" size={18} className="mt-0.5 text-primary" />
          {overlap}
        </p>
      )}
      <div className="mt-4">
        <DescriptionList rows={rows} />
      </div>
      {canReadLeads && (leadId || callId || phone) && (
        <p className="mt-3 flex flex-wrap gap-5">
          {leadId && (
            <NextLink href={`${AREAS.leads.path}/${leadId}`} prefetch={false} className="text-link">
              Open the lead
            </NextLink>
          )}
          {callId && (
            <NextLink href={`${AREAS.calls.path}/${callId}`} prefetch={false} className="text-link">
              Open the call
            </NextLink>
          )}
          {phone && (
            <NextLink href={`${AREAS.callers.path}?visit=${visit.id}`} prefetch={false} className="text-link">
              Everything about this caller
            </NextLink>
          )}
        </p>
      )}
    </>
  )
}

type ActionsProps = {
  visit: AppointmentRecord
  /** What is over by now can be done. */
  now: string
  onMode: (mode: Mode) => void
  onChange: (change: WantedChange['change']) => void
}

function Actions({ visit: { state, startsAt }, now, onMode, onChange }: ActionsProps) {
  const hasBegun = startsAt <= now
  return (
    <DialogActions>
      {state === 'requested' && <Button onClick={() => onChange({ state: 'confirmed' })}>Confirm</Button>}
      {state === 'confirmed' && hasBegun && <Button onClick={() => onChange({ state: 'done' })}>Mark as done</Button>}
      {isAhead(state) && (
        <Button variant={state === 'confirmed' && !hasBegun ? 'solid' : 'quiet'} onClick={() => onMode('move')}>
          Move
        </Button>
      )}
      <Button variant="quiet" onClick={() => onMode('edit')}>
        Change
      </Button>
      {isAhead(state) && (
        <Button variant="danger" className="sm:ml-auto" onClick={() => onMode('cancel')}>
          Cancel the visit
        </Button>
      )}
      {!isAhead(state) && (
        <Button variant="quiet" onClick={() => onChange({ state: state === 'done' ? 'confirmed' : 'requested' })}>
          {state === 'done' ? 'Not done yet' : 'Put it back'}
        </Button>
      )}
    </DialogActions>
  )
}

type OpenProps = Omit<Props, 'shown' | 'id' | 'onClose'> & {
  visit: AppointmentRecord
  overlap: string | undefined
  mode: Mode
  onMode: (mode: Mode) => void
}

function OpenVisit({ visit, overlap, mode, onMode, onChange, onShowWeek, ...props }: OpenProps) {
  const { reader, timeZone, technicians, canManage } = props
  const { isSure, question } = useVisitDoubts()
  const change = async (wanted: WantedChange['change']) => {
    const { window = windowOf(visit, timeZone), technician = visit.technician, state = visit.state } = wanted
    const isElsewhere = wanted.window !== undefined || wanted.technician !== undefined || !isAhead(visit.state)
    // Who is not sure finds the form as it was.
    if (isAhead(state) && isElsewhere && !(await isSure({ id: visit.id, window, technician }))) return
    onMode('look')
    onChange(visit, wanted)
  }
  const back = () => onMode('look')
  if (mode === 'move') {
    return (
      <>
        <MoveForm {...{ reader, timeZone, technicians, visit, onBack: back, onMove: change }} />
        {question}
      </>
    )
  }
  if (mode === 'cancel')
    return <CancelForm onBack={back} onCancel={(reason) => change({ state: 'cancelled', reason })} />
  if (mode === 'edit') {
    return (
      <>
        <EditForm {...{ technicians, visit, onBack: back, onSave: change }} />
        {question}
      </>
    )
  }
  return (
    <>
      <Facts {...props} visit={visit} overlap={overlap} />
      {onShowWeek && (
        <p className="mt-3">
          <button type="button" className="text-link cursor-pointer" onClick={() => onShowWeek(visit)}>
            Show this week in the calendar
          </button>
        </p>
      )}
      {canManage && <Actions visit={visit} now={props.now} onMode={onMode} onChange={change} />}
      {question}
    </>
  )
}

/** A visit and what can be done with it. */
export function VisitDialog({ id, shown, onClose, ...props }: Props) {
  const { reader, timeZone } = props
  const [mode, setMode] = useState<Mode>('look')
  const [hasChangedMode, setHasChangedMode] = useState(false)
  const { data, isFetching, refetch } = useQuery(dashboardQuery(`appointments/${id}`, appointmentAnswer, reader))
  // What somebody changes is what they saw when they began: when it is another by then, they are told.
  const [held, setHeld] = useState<AppointmentRecord>()
  // What is in the calendar changes at once; who else is there at the time is known to the server only.
  const visit = held ?? shown ?? data?.appointment
  const overlap = data && visit && overlapWords(visit, data.overlaps, timeZone)
  const changeMode = (next: Mode) => {
    setHasChangedMode(true)
    setHeld(next === 'look' ? undefined : visit)
    setMode(next)
  }
  const content = visit ? (
    <OpenVisit {...props} visit={visit} overlap={overlap} mode={mode} onMode={changeMode} />
  ) : isFetching ? (
    <Loading label="Loading the visit" rows={3} />
  ) : (
    <NotLoaded what="This visit" retry={() => void refetch()} />
  )
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={mode === 'look' ? (visit?.customer ?? 'Visit') : TITLES[mode]}
      {...(mode !== 'look' && visit && { description: `${visit.customer}, ${longWindow(visit, timeZone)}` })}
    >
      {hasChangedMode ? <Focused key={mode}>{content}</Focused> : content}
    </Dialog>
  )
}
