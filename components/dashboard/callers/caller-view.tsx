'use client'

import NextLink from 'next/link'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { type CallerPage, type CallerRecord, callerRecord } from '@/lib/dashboard/callers/record.ts'
import { type Reader, buildEndpoint } from '@/lib/dashboard/query/dashboard-query.ts'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { BackLink, DescriptionList, RecordLink } from '../page.tsx'
import { QueryResult } from '../loading.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { formatCounts, formatCallerName, type Counts } from './caller-format.ts'
import { buildCallerQuery, useCallerEdit, getCallerPath, buildCallerKey, buildCallersKey } from './use-callers.ts'
import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import { CALL_OUTCOMES } from '@/lib/dashboard/model/call.ts'
import { STAGES } from '@/lib/dashboard/model/lead.ts'
import { formatDate, formatDateTime, formatWindow } from '@/lib/platform/time/zone.ts'
import { downloadFile, OperationMessage, type OperationResult, useOperation } from '../operation.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from '@/lib/values/zod.ts'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { FormError, optionalText, setServerErrors } from '../server-errors.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'
import { useVersionedSend } from '../use-optimistic-mutation.ts'

async function deleteCaller(id: string): Promise<OperationResult> {
  const response = await fetch(buildEndpoint(getCallerPath(id)), { method: 'DELETE' })
  const body = (await response.json()) as { deleted: Counts } | { error: string }
  return 'deleted' in body ? { done: `Deleted: ${formatCounts(body.deleted)}.` } : body
}

type CallerRequestsProps = {
  id: string
  /** Pauses refetching, because the record may already be deleted. */
  onDeleting: (isDeleting: boolean) => void
  onDeleted: (done: string) => void
}

function CallerRequests({ id, onDeleting, onDeleted }: CallerRequestsProps) {
  const { ask, dialog } = useConfirmDialog()
  const exportOperation = useOperation(() =>
    downloadFile(`${getCallerPath(id)}/export`, 'caller.json', 'File saved to your downloads.'),
  )
  const deleteOperation = useOperation(async () => {
    onDeleting(true)
    const result = await deleteCaller(id).catch((error: unknown) => {
      onDeleting(false)
      throw error
    })
    if ('done' in result) onDeleted(result.done)
    else onDeleting(false)
    return result
  })
  const confirmDelete = async () => {
    const isConfirmed = await ask({
      title: 'Delete all data about this caller?',
      description:
        'This can’t be undone. It deletes the recordings, transcripts, names and numbers of their calls, their leads, and all notes. Visits stay on your calendar without the name, number and address. Bookings in your other calendars and systems aren’t deleted.',
      isDestructive: true,
      confirm: 'Delete caller',
      cancel: 'Cancel',
    })
    if (isConfirmed) await deleteOperation.run()
  }
  const isBusy = [exportOperation, deleteOperation].some(({ state }) => state.status === 'running')
  return (
    <Panel
      title="Data requests"
      note="Callers can ask for a copy of their data or have it deleted. You may be asked to confirm your identity."
    >
      <p className="flex flex-wrap gap-3">
        <Button variant="quiet" disabled={isBusy} onClick={exportOperation.run}>
          <Icon name="download" size={16} />
          Export data
        </Button>
        <Button variant="danger" className="sm:ml-auto" disabled={isBusy} onClick={() => void confirmDelete()}>
          <Icon name="trash" size={16} />
          Delete caller
        </Button>
      </p>
      <OperationMessage
        {...(deleteOperation.state.status === 'idle' ? exportOperation.state : deleteOperation.state)}
      />
      {dialog}
    </Panel>
  )
}

/** Schema that only trims the fields. The server validates them. */
const detailsSchema = z.object({
  name: optionalText,
  address: optionalText,
  house: optionalText,
  system: optionalText,
  notes: optionalText,
})

type CallerDetails = z.output<typeof detailsSchema>

const DETAIL_NAMES = Object.keys(detailsSchema.shape) as (keyof CallerDetails)[]

const toCallerDetails = (caller: CallerRecord): CallerDetails =>
  Object.fromEntries(DETAIL_NAMES.map((name) => [name, caller[name] ?? ''])) as CallerDetails

const savedSchema = z.object({ caller: callerRecord })
const conflictSchema = z.object({ reason: z.literal('conflict'), current: callerRecord })

function DetailsForm({ caller, reader }: { caller: CallerRecord; reader: Reader }) {
  const cache = useQueryClient()
  const toast = useToast()
  const key = buildCallerKey(caller.id, reader)
  const send = useVersionedSend(getCallerPath(caller.id), reader, 'caller', callerRecord, caller)
  const form = useForm({
    resolver: zodResolver(detailsSchema),
    values: toCallerDetails(caller),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { register, handleSubmit, reset, formState } = form
  const { errors, isSubmitting, dirtyFields, isDirty } = formState
  const getFieldProps = (name: keyof CallerDetails) => ({
    ...register(name),
    autoComplete: 'off',
    error: errors[name]?.message,
  })
  const submit = handleSubmit(async (fields) => {
    const changes = Object.fromEntries(
      DETAIL_NAMES.filter((name) => dirtyFields[name]).map((name) => [name, fields[name]]),
    )
    // After a network error, `result` is undefined, and `setServerErrors` shows a message.
    const result: unknown = await send(changes).catch(() => undefined)
    const parsedConflict = conflictSchema.safeParse(result)
    if (parsedConflict.success) {
      cache.setQueryData<CallerPage>(key, (page) => page && { ...page, caller: parsedConflict.data.current })
      form.setError('root', {
        message: 'Someone else edited this caller. Save again to keep your version.',
      })
      return
    }
    const { data } = savedSchema.safeParse(result)
    if (!data) return setServerErrors(form, result)
    reset(toCallerDetails(data.caller))
    void cache.invalidateQueries({ queryKey: buildCallersKey(reader) })
    toast({ title: 'Saved', tone: 'accent' })
  })
  return (
    <form className="grid gap-4 sm:grid-cols-2" noValidate onSubmit={submit}>
      <FormError error={errors.root} />
      <TextField label="Name" {...getFieldProps('name')} hint="If blank, we use the name from their next call." />
      <TextField label="Address" {...getFieldProps('address')} />
      <TextArea label="Property" {...getFieldProps('house')} rows={3} placeholder="Furnace location, where to park …" />
      <TextArea label="System" {...getFieldProps('system')} rows={3} placeholder="Make, model, year, last service …" />
      <div className="sm:col-span-full">
        <TextArea label="Notes" {...getFieldProps('notes')} rows={4} />
      </div>
      <p className="sm:col-span-full">
        <Button type="submit" disabled={isSubmitting || !isDirty}>
          Save
        </Button>
      </p>
    </form>
  )
}

function buildEntries({ calls, leads, visits, timeZone: zone }: CallerPage) {
  const entries = [
    ...calls.map(({ id, startedAt, outcome, callerWords, summary }) => ({
      id,
      at: startedAt,
      href: `${AREAS.calls.path}/${id}`,
      icon: 'phone' as const,
      kind: 'Call',
      about: callerWords ? `“${callerWords}”` : (summary ?? (outcome === 'missed' ? 'No answer' : 'Call')),
      when: formatDateTime(startedAt, zone),
      state: CALL_OUTCOMES[outcome],
    })),
    ...leads.map(({ id, problem, stage, createdAt }) => ({
      id,
      at: createdAt,
      href: `${AREAS.leads.path}/${id}`,
      icon: 'inbox' as const,
      kind: 'Lead',
      about: problem,
      when: formatDateTime(createdAt, zone),
      state: STAGES[stage],
    })),
    ...(visits ?? []).map(({ id, job, startsAt, endsAt, state, technician }) => ({
      id,
      at: startsAt,
      href: `${AREAS.appointments.path}?view=list&visit=${id}`,
      icon: 'calendar' as const,
      kind: 'Visit',
      about: [job, technician].filter(Boolean).join(' · '),
      when: `${formatDate(startsAt, zone)}, ${formatWindow(startsAt, endsAt, zone)}`,
      state: APPOINTMENT_STATES[state],
    })),
  ]
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

function CallerTimeline({ page }: { page: CallerPage }) {
  const entries = buildEntries(page)
  const { counts, calls, leads } = page
  const isTruncated = counts.calls > calls.length || counts.leads > leads.length
  if (entries.length === 0) return <p className="text-muted-foreground">No calls, leads or visits.</p>
  return (
    <>
      <ul className="grid grid-cols-1 gap-1">
        {entries.map(({ id, href, icon, kind, about, when, state }) => (
          <li key={`${kind} ${id}`}>
            <RecordLink href={href} icon={icon} state={state}>
              <span className="sr-only">{kind}: </span>
              <span className="block truncate">{about}</span>
              <span className="text-muted-foreground">{when}</span>
            </RecordLink>
          </li>
        ))}
      </ul>
      {isTruncated && <p className="mt-3 text-muted-foreground">Showing the latest. Export data to get all of them.</p>}
    </>
  )
}

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

type CallerPermissions = {
  canChange: boolean
  canManage: boolean
}

type DeletionHandlers = Pick<ComponentProps<typeof CallerRequests>, 'onDeleting' | 'onDeleted'>

type LoadedProps = { page: CallerPage; reader: Reader } & CallerPermissions

function CallerHeader({ page, reader, canChange }: LoadedProps) {
  const [isMerging, setIsMerging] = useState(false)
  const [wasMerging, setWasMerging] = useState(false)
  const { caller, numbers, names, counts } = page
  const title = formatCallerName({ name: caller.name, phones: numbers.map(({ phone }) => phone) })
  const otherNames = names.filter((name) => name !== caller.name)
  return (
    <header>
      <BackLink area="callers" />
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-heading wrap-anywhere">{title}</h1>
          <p className="mt-1 text-muted-foreground">
            {[otherNames.length > 0 && `Also known as: ${otherNames.join(', ')}`, formatCounts(counts)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {canChange && (
          <Button
            variant="quiet"
            onClick={() => {
              setIsMerging(true)
              setWasMerging(true)
            }}
          >
            <Icon name="people" size={16} />
            Merge
          </Button>
        )}
      </div>
      {wasMerging && (
        <Suspense>
          <MergeDialog isOpen={isMerging} page={page} reader={reader} onClose={() => setIsMerging(false)} />
        </Suspense>
      )}
    </header>
  )
}

function DetailsList({ caller }: { caller: CallerRecord }) {
  const unknownText = <span className="text-muted-foreground">Unknown</span>
  const renderLines = (text: string | null) =>
    text ? <span className="whitespace-pre-line">{text}</span> : unknownText
  return (
    <DescriptionList
      rows={[
        ['Address', renderLines(caller.address)],
        ['Property', renderLines(caller.house)],
        ['System', renderLines(caller.system)],
        ['Notes', renderLines(caller.notes)],
      ]}
    />
  )
}

function LoadedCaller({ onDeleting, onDeleted, ...props }: LoadedProps & DeletionHandlers) {
  const { page, reader, canChange, canManage } = props
  const { caller, numbers, timeZone: zone } = page
  const { mutate } = useCallerEdit(caller, reader)
  return (
    <>
      <CallerHeader {...props} />
      <div className="mt-6 grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
        <div className="grid min-w-0 gap-5 xl:order-1">
          <Panel title="Numbers">
            <ul className="grid gap-2">
              {numbers.map(({ phone, latestCall }) => (
                <li key={phone}>
                  <PhoneActions
                    number={phone}
                    {...(latestCall && { subject: { kind: 'call', at: latestCall, zone } })}
                  />
                </li>
              ))}
            </ul>
            <div className="mt-4 border-t border-border pt-4">
              <Switch
                label="Do not call"
                description="Warns you before anyone calls or texts any of their numbers."
                isOn={caller.doNotCall}
                isDisabled={!canChange}
                onChange={(doNotCall) => mutate({ doNotCall })}
              />
            </div>
          </Panel>
          {canManage && <CallerRequests id={caller.id} onDeleting={onDeleting} onDeleted={onDeleted} />}
        </div>
        <div className="grid min-w-0 gap-5">
          <Panel title="Details" note="For your technicians and anyone who answers the next call.">
            {canChange ? <DetailsForm caller={caller} reader={reader} /> : <DetailsList caller={caller} />}
          </Panel>
          <Panel title="Calls, leads and visits">
            <CallerTimeline page={page} />
          </Panel>
        </div>
      </div>
    </>
  )
}

type CallerViewProps = { id: string; reader: Reader; hasFailed: boolean } & CallerPermissions

export function CallerView({ id, reader, hasFailed, ...permissions }: CallerViewProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [deletedMessage, setDeletedMessage] = useState<string>()
  if (deletedMessage !== undefined) {
    return (
      <>
        <h1 className="sr-only">{AREAS.callers.label}</h1>
        <output className="block rounded-xl panel">
          <Empty
            icon="check"
            title={deletedMessage}
            action={
              <NextLink href={AREAS.callers.path} prefetch={false} className={getButtonClass('quiet')}>
                All callers
              </NextLink>
            }
          >
            This caller’s data has been deleted.
          </Empty>
        </output>
      </>
    )
  }
  return (
    <QueryResult subject="This caller" query={buildCallerQuery(id, reader)} hasFailed={hasFailed || isDeleting}>
      {(page) => (
        <LoadedCaller
          page={page}
          reader={reader}
          {...permissions}
          onDeleting={setIsDeleting}
          onDeleted={setDeletedMessage}
        />
      )}
    </QueryResult>
  )
}
