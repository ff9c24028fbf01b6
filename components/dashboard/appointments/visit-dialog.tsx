import { useQuery } from '@tanstack/react-query'
import NextLink from 'next/link'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { APPOINTMENT_STATES, isUpcoming } from '@/lib/dashboard/model/appointment.ts'
import { appointmentResponse } from '@/lib/dashboard/appointments/calendar.ts'
import { formatOverlapWarning } from '@/lib/dashboard/appointments/warnings.ts'
import type { AppointmentRecord } from '@/lib/dashboard/appointments/record.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Dialog, DialogActions, FormActions } from '../../ui/dialog.tsx'
import { Loading, LoadError } from '../loading.tsx'
import { DescriptionList } from '../page.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import type { VisitChangeInput } from './use-visit-change.ts'
import { formatLongWindow, STATE_TONES } from './visit-format.ts'
import {
  toLocalWindow,
  VisitFields,
  visitText,
  WindowFields,
  createWindowSchema,
  useVisitWarnings,
} from './visit-fields.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { buildStorableTextSchema } from '@/lib/values/fields.ts'
import { z } from '@/lib/values/zod.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'

type Change = VisitChangeInput['change']

type MoveFormProps = {
  reader: Reader
  timeZone: string
  visit: AppointmentRecord
  onBack: () => void
  onMove: (change: Change) => Promise<void>
}

function MoveForm({ reader, timeZone, visit, onBack, onMove }: MoveFormProps) {
  const first = toLocalWindow(visit, timeZone)
  const form = useForm({
    resolver: zodResolver(z.object({ window: createWindowSchema(timeZone), reason: z.string().trim() })),
    defaultValues: { window: first, reason: '' },
  })
  const move = form.handleSubmit(async ({ window, reason }) => {
    const isUnchanged = window.day === first.day && window.from === first.from && window.to === first.to
    // The comparison uses local times. In the hour that repeats when daylight saving time ends, equal local times can
    // be different instants.
    if (isUnchanged) onBack()
    else await onMove({ window, ...(reason && { reason }) })
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={move} className="grid gap-4">
        <WindowFields reader={reader} timeZone={timeZone} technician={visit.technician} editedVisitId={visit.id} />
        <TextField
          {...form.register('reason')}
          label="Reason"
          maxLength={500}
          autoComplete="off"
          placeholder="The customer is away on Monday"
          hint="Saved with the visit."
        />
        <FormActions className="mt-0" submit="Move visit" cancel="Cancel" onCancel={onBack} />
      </form>
    </FormProvider>
  )
}

const cancellation = z.object({ reason: buildStorableTextSchema(500, 'Enter a reason for the cancellation') })

function CancelForm({ onBack, onCancel }: { onBack: () => void; onCancel: (reason: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(cancellation),
    defaultValues: { reason: '' },
  })
  const { errors } = formState
  return (
    <form onSubmit={handleSubmit(({ reason }) => onCancel(reason))} className="grid gap-4" noValidate>
      <TextArea
        {...register('reason')}
        label="Reason"
        required
        rows={2}
        maxLength={500}
        placeholder="Found another company"
        hint="The visit stays on the calendar, crossed out. We don’t notify the customer."
        error={errors.reason?.message}
      />
      <FormActions className="mt-0" submit="Cancel visit" cancel="Keep visit" onCancel={onBack} isDestructive />
    </form>
  )
}

type EditFormProps = {
  visit: AppointmentRecord
  technicians: readonly string[]
  onBack: () => void
  onSave: (change: Change) => Promise<void>
}

function EditForm({ visit, technicians, onBack, onSave }: EditFormProps) {
  const form = useForm({ resolver: zodResolver(visitText), defaultValues: visit })
  const save = form.handleSubmit(async (text) => {
    const changedFields = Object.entries(text).filter(([field, value]) => value !== visit[field as keyof typeof text])
    if (changedFields.length === 0) onBack()
    else await onSave(Object.fromEntries(changedFields))
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={save} className="grid gap-5">
        <VisitFields technicians={technicians} />
        <FormActions className="mt-0" submit="Save" cancel="Cancel" onCancel={onBack} />
      </form>
    </FormProvider>
  )
}

type Mode = 'look' | 'move' | 'cancel' | 'edit'

const MODE_TITLES: Record<Exclude<Mode, 'look'>, string> = {
  move: 'Move visit',
  cancel: 'Cancel visit',
  edit: 'Edit visit',
}

type Props = {
  reader: Reader
  id: string
  initialVisit: AppointmentRecord | undefined
  technicians: readonly string[]
  timeZone: string
  now: string
  canManage: boolean
  canReadLeads: boolean
  onClose: () => void
  onChange: (before: AppointmentRecord, change: VisitChangeInput['change']) => void
  onShowWeek: ((visit: AppointmentRecord) => void) | undefined
}

function Focused({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = container.current?.querySelector<HTMLElement>('input, textarea')
    ;(first ?? container.current)?.focus()
  }, [])
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}

type FactsProps = Pick<Props, 'timeZone' | 'canReadLeads'> & { visit: AppointmentRecord; overlap: string | undefined }

function Facts({ visit, overlap, timeZone, canReadLeads }: FactsProps) {
  const { state, job, address, phone, technician, reason, leadId, callId, isTest } = visit
  const call = phone && <PhoneActions number={phone} subject={{ kind: 'visit', at: visit.startsAt, zone: timeZone }} />
  const facts: [term: string, value: ReactNode][] = [
    ['Job', job],
    ['Address', address],
    ['Phone', call],
    ['Technician', technician ?? 'Unassigned'],
    [state === 'cancelled' ? 'Cancellation reason' : 'Reason for move', reason],
  ]
  const rows = facts.filter(([, value]) => value)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={state === 'cancelled' ? 'text-muted-foreground line-through' : 'font-semibold'}>
          {formatLongWindow(visit, timeZone)}
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
              View lead
            </NextLink>
          )}
          {callId && (
            <NextLink href={`${AREAS.calls.path}/${callId}`} prefetch={false} className="text-link">
              View call
            </NextLink>
          )}
          {phone && (
            <NextLink href={`${AREAS.callers.path}?visit=${visit.id}`} prefetch={false} className="text-link">
              View caller
            </NextLink>
          )}
        </p>
      )}
    </>
  )
}

type ActionsProps = {
  visit: AppointmentRecord
  now: string
  onMode: (mode: Mode) => void
  onChange: (change: VisitChangeInput['change']) => void
}

function Actions({ visit: { state, startsAt }, now, onMode, onChange }: ActionsProps) {
  const hasStarted = startsAt <= now
  return (
    <DialogActions>
      {state === 'requested' && <Button onClick={() => onChange({ state: 'confirmed' })}>Confirm</Button>}
      {state === 'confirmed' && hasStarted && <Button onClick={() => onChange({ state: 'done' })}>Mark as done</Button>}
      {isUpcoming(state) && (
        <Button variant={state === 'confirmed' && !hasStarted ? 'solid' : 'quiet'} onClick={() => onMode('move')}>
          Move
        </Button>
      )}
      <Button variant="quiet" onClick={() => onMode('edit')}>
        Edit
      </Button>
      {isUpcoming(state) && (
        <Button variant="danger" className="sm:ml-auto" onClick={() => onMode('cancel')}>
          Cancel visit
        </Button>
      )}
      {!isUpcoming(state) && (
        <Button variant="quiet" onClick={() => onChange({ state: state === 'done' ? 'confirmed' : 'requested' })}>
          {state === 'done' ? 'Mark as not done' : 'Restore'}
        </Button>
      )}
    </DialogActions>
  )
}

type OpenProps = Omit<Props, 'initialVisit' | 'id' | 'onClose'> & {
  visit: AppointmentRecord
  overlap: string | undefined
  mode: Mode
  onMode: (mode: Mode) => void
}

function OpenVisit({ visit, overlap, mode, onMode, onChange, onShowWeek, ...props }: OpenProps) {
  const { reader, timeZone, technicians, canManage } = props
  const { isSure, question } = useVisitWarnings()
  const change = async (requestedChange: VisitChangeInput['change']) => {
    const {
      window = toLocalWindow(visit, timeZone),
      technician = visit.technician,
      state = visit.state,
    } = requestedChange
    const hasScheduleChange =
      requestedChange.window !== undefined || requestedChange.technician !== undefined || !isUpcoming(visit.state)
    if (isUpcoming(state) && hasScheduleChange && !(await isSure({ id: visit.id, window, technician }))) return
    onMode('look')
    onChange(visit, requestedChange)
  }
  const goBack = () => onMode('look')
  return (
    <>
      {mode === 'move' && <MoveForm {...{ reader, timeZone, visit, onBack: goBack, onMove: change }} />}
      {mode === 'cancel' && (
        <CancelForm onBack={goBack} onCancel={(reason) => change({ state: 'cancelled', reason })} />
      )}
      {mode === 'edit' && <EditForm {...{ technicians, visit, onBack: goBack, onSave: change }} />}
      {mode === 'look' && (
        <>
          <Facts {...props} visit={visit} overlap={overlap} />
          {onShowWeek && (
            <p className="mt-3">
              <button type="button" className="text-link cursor-pointer" onClick={() => onShowWeek(visit)}>
                Show this week on the calendar
              </button>
            </p>
          )}
          {canManage && <Actions visit={visit} now={props.now} onMode={onMode} onChange={change} />}
        </>
      )}
      {question}
    </>
  )
}

export function VisitDialog({ id, initialVisit, onClose, ...props }: Props) {
  const { reader, timeZone } = props
  const [mode, setMode] = useState<Mode>('look')
  const [hasChangedMode, setHasChangedMode] = useState(false)
  const { data, isFetching, refetch } = useQuery(buildDashboardQuery(`appointments/${id}`, appointmentResponse, reader))
  // Version of the visit at the start of editing. The server uses it to detect conflicts.
  const [editedVisit, setEditedVisit] = useState<AppointmentRecord>()
  const visit = editedVisit ?? initialVisit ?? data?.appointment
  const overlap = data && visit && formatOverlapWarning(visit, data.overlaps, timeZone)
  const changeMode = (next: Mode) => {
    setHasChangedMode(true)
    setEditedVisit(next === 'look' ? undefined : visit)
    setMode(next)
  }
  const content = visit ? (
    <OpenVisit {...props} visit={visit} overlap={overlap} mode={mode} onMode={changeMode} />
  ) : isFetching ? (
    <Loading label="Loading visit" rows={3} />
  ) : (
    <LoadError subject="This visit" retry={() => void refetch()} />
  )
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={mode === 'look' ? (visit?.customer ?? 'Visit') : MODE_TITLES[mode]}
      {...(mode !== 'look' && visit && { description: `${visit.customer}, ${formatLongWindow(visit, timeZone)}` })}
    >
      {hasChangedMode ? <Focused key={mode}>{content}</Focused> : content}
    </Dialog>
  )
}
