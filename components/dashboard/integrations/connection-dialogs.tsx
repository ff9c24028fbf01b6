import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import {
  type CalendarsResponse,
  calendarsResponse,
  type ConnectionLog,
  connectionLog,
} from '@/lib/dashboard/integrations/record.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDay, formatWindow, formatDateTime } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading, LoadError, PagesResult, usePages, QueryResult } from '../loading.tsx'
import { useCalendarChoice, useAppointmentEntry } from './connection-changes.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { useMembers } from '../use-account.ts'
import { z } from 'zod'
import { StatusBadge, TextLink } from '../page.tsx'

type DialogButtonProps = { label: string; title: string; description: string; children: ReactNode }

function DialogButton({ label, children, ...dialogProps }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog {...dialogProps} isOpen={isOpen} onOpenChange={setIsOpen}>
        {isOpen && children}
      </Dialog>
    </>
  )
}

type Entry = ConnectionLog['entries'][number]

function describeEntry({ action, read, wrote }: Entry, name: ProviderName): string {
  if (action === 'connection.created') return 'connected it'
  if (action === 'connection.tested') return 'tested it'
  if (action === 'connection.wanted') return 'requested it'
  if (action === 'connection.revoked') return 'removed it'
  if (action !== 'connection.used') return 'changed its access'
  if (wrote) return `${PROVIDERS[name].kind === 'messages' ? 'posted' : 'added'} ${wrote}`
  return `read ${read ?? 'data'}`
}

type LogProps = { name: ProviderName; timeZone: string; reader: Reader }

const ACTOR_LABELS = { key: 'Your own system', assistant: 'The assistant', site: 'Ductwise' }

function Entries({ entries, name, timeZone, reader }: LogProps & { entries: Entry[] }) {
  const { members } = useMembers()
  const getPersonName = (personId: string | null) =>
    personId === reader.userId ? 'You' : (members.find(({ id }) => id === personId)?.name ?? 'A former member')
  return (
    <ol className="-my-2">
      {entries.map((entry) => (
        <li key={entry.id} className="border-t border-border py-2 first:border-t-0">
          <p>
            {entry.actor === 'person' ? getPersonName(entry.personId) : ACTOR_LABELS[entry.actor]}{' '}
            {describeEntry(entry, name)}
            {entry.callId && (
              <>
                {' '}
                <TextLink href={`${AREAS.calls.path}/${entry.callId}`}>for a call</TextLink>
              </>
            )}
          </p>
          <p className="text-muted-foreground">
            <time dateTime={entry.at}>{formatDateTime(entry.at, timeZone)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

function Log({ name, timeZone, reader }: LogProps) {
  const log = usePages({ name: `integrations/${name}/log`, schema: connectionLog, reader, staleTime: 0 })
  return (
    <PagesResult
      subject="The history"
      list={log}
      placeholder={<Loading label="Loading history" rows={4} />}
      moreLabel="Show earlier"
    >
      {(pages) => (
        <Entries entries={pages.flatMap(({ entries }) => entries)} name={name} timeZone={timeZone} reader={reader} />
      )}
    </PagesResult>
  )
}

export function LogDialog(props: LogProps) {
  return (
    <DialogButton
      label="History"
      title={`${PROVIDERS[props.name].label} history`}
      description="Every use of this integration, and what was read or written."
    >
      <Log {...props} />
    </DialogButton>
  )
}

const visitsResponse = z.object({
  visits: z.array(z.object({ id: z.uuid(), job: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
})

type Visit = z.infer<typeof visitsResponse>['visits'][number]

type VisitsProps = { name: ProviderName; timeZone: string; reader: Reader }

function VisitRow({ visit, name, timeZone, reader }: VisitsProps & { visit: Visit }) {
  const entry = useAppointmentEntry(reader)
  const { id, job, startsAt, endsAt } = visit
  return (
    <li className="flex items-center justify-between gap-4 border-t border-border py-2 first:border-t-0">
      <div className="min-w-0">
        <p className="truncate">{job}</p>
        <p className="text-muted-foreground">
          {formatDay(startsAt, timeZone)}, {formatWindow(startsAt, endsAt, timeZone)}
        </p>
      </div>
      {entry.isSuccess ? (
        <StatusBadge on>Added</StatusBadge>
      ) : (
        <Button
          variant="quiet"
          aria-label={`Add: ${job}`}
          disabled={entry.isPending}
          onClick={() => entry.mutate({ provider: name, visit: id })}
        >
          {' '}
          Add{' '}
        </Button>
      )}
    </li>
  )
}

function Visits(props: VisitsProps) {
  const query = buildDashboardQuery(`integrations/${props.name}/visits`, visitsResponse, props.reader)
  return (
    <QueryResult
      subject="The visit list"
      query={{ ...query, staleTime: 0 }}
      hasFailed={false}
      placeholder={<Loading label="Loading visits" rows={3} />}
    >
      {({ visits }) =>
        visits.length === 0 ? (
          <p className="text-muted-foreground">No confirmed visits in the next two weeks.</p>
        ) : (
          <ul className="-my-2">
            {visits.map((visit) => (
              <VisitRow key={visit.id} {...props} visit={visit} />
            ))}
          </ul>
        )
      }
    </QueryResult>
  )
}

export function VisitsDialog(props: VisitsProps) {
  return (
    <DialogButton
      label="Add visits"
      title={`Add visits to ${PROVIDERS[props.name].label}`}
      description="Adds upcoming confirmed visits to the calendar “Bookings by phone”. Existing events are not changed."
    >
      <Visits {...props} />
    </DialogButton>
  )
}

const MAX_VISIBLE_TIMES = 6

function BusyTimes({ busy, timeZone }: { busy: CalendarsResponse['busy']; timeZone: string }) {
  if (busy.length === 0) return <p className="text-muted-foreground">No busy times in the next seven days.</p>
  return (
    <>
      <ul>
        {busy.slice(0, MAX_VISIBLE_TIMES).map(({ startsAt, endsAt }) => (
          <li key={startsAt} className="flex justify-between gap-4">
            <span>{formatDay(startsAt, timeZone)}</span>
            <span className="data">{formatWindow(startsAt, endsAt, timeZone)}</span>
          </li>
        ))}
      </ul>
      {busy.length > MAX_VISIBLE_TIMES && (
        <p className="mt-1 text-muted-foreground">and {busy.length - MAX_VISIBLE_TIMES} more in the next seven days</p>
      )}
    </>
  )
}

type Props = { name: ProviderName; timeZone: string; reader: Reader; canManage: boolean }

type CalendarFormProps = Omit<Props, 'reader'> & {
  data: CalendarsResponse
  form: string
  onSelect: (ids: string[]) => void
}

function CalendarForm({ data, timeZone, canManage, form, onSelect }: CalendarFormProps) {
  const { calendars, busy } = data
  return (
    <form
      id={form}
      onSubmit={(event) => {
        event.preventDefault()
        onSelect(new FormData(event.currentTarget).getAll('calendar').map(String))
      }}
    >
      <fieldset disabled={!canManage}>
        <legend className="sr-only">Calendars to check</legend>
        {calendars.map(({ id, name, isMain, isChosen }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3">
            <Checkbox name="calendar" value={id} defaultChecked={isChosen} className="flex-none" />
            <span className="min-w-0">
              {name}
              {isMain && <span className="text-muted-foreground"> (main calendar)</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <h3 className="mt-4 mb-1 text-sm font-semibold tracking-normal text-muted-foreground">Busy times right now</h3>
      <BusyTimes busy={busy} timeZone={timeZone} />
    </form>
  )
}

/** Renders the calendar selection. Opening the dialog queries the provider's calendars, which the audit log records. */
export function CalendarsDialog(props: Props) {
  const { name, reader, canManage } = props
  const { label } = PROVIDERS[name]
  const form = useId()
  const [isOpen, setIsOpen] = useState(false)
  const calendarChoice = useCalendarChoice()
  const { data, isError, isFetching, refetch } = useQuery({
    ...buildDashboardQuery(`integrations/${name}/calendars`, calendarsResponse, reader),
    // Live changes must not refetch this query, because each fetch calls the provider and is recorded in the audit log.
    queryKey: ['connected calendars', name, reader.organizationId, reader.userId],
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const saveCalendars = (calendars: string[]) => {
    setIsOpen(false)
    calendarChoice.mutate({ provider: name, calendars })
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Calendars
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Choose which calendars to check"
        description={`We read only the times from ${label}, not the details. Every check appears in the history.`}
        actions={
          data &&
          canManage && (
            <Button type="submit" form={form}>
              Save calendars
            </Button>
          )
        }
      >
        {isFetching && <Loading label="Loading your calendars" rows={3} />}
        {isError && !isFetching && <LoadError subject="Your calendars" retry={() => void refetch()} />}
        {data && !isFetching && <CalendarForm {...props} data={data} form={form} onSelect={saveCalendars} />}
      </Dialog>
    </>
  )
}
