import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import {
  type CalendarsAnswer,
  calendarsAnswer,
  type ConnectionLog,
  connectionLog,
} from '@/lib/dashboard/integrations/record.ts'
import { dashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDay, formatWindow, formatDateTime } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading, NotLoaded, PagesResult, usePages, QueryResult } from '../loading.tsx'
import { useCalendarChoice, useVisitEntry } from './connection-changes.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { useMembers } from '../use-account.ts'
import { z } from 'zod'
import { StatusBadge, TextLink } from '../page.tsx'

type OpenedDialogProps = { label: string; title: string; description: string; children: ReactNode }

function OpenedDialog({ label, children, ...words }: OpenedDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog {...words} isOpen={isOpen} onOpenChange={setIsOpen}>
        {isOpen && children}
      </Dialog>
    </>
  )
}

type Entry = ConnectionLog['entries'][number]

function deed({ action, read, wrote }: Entry): string {
  if (action === 'connection.created') return 'connected it'
  if (action === 'connection.tested') return 'tested it'
  if (action === 'connection.wanted') return 'asked for it'
  if (action === 'connection.revoked') return 'removed it'
  if (action !== 'connection.used') return 'changed what it may do'
  return wrote ? `entered ${wrote}` : `read ${read ?? 'something'}`
}

const PROGRAMS = { key: 'A program of yours', assistant: 'The assistant', site: 'The site' }

function Entries({ entries, timeZone, reader }: { entries: Entry[]; timeZone: string; reader: Reader }) {
  const { members } = useMembers()
  const nameOf = (personId: string | null) =>
    personId === reader.userId ? 'You' : (members.find(({ id }) => id === personId)?.name ?? 'Somebody who was here')
  return (
    <ol className="-my-2">
      {entries.map((entry) => (
        <li key={entry.id} className="border-t border-border py-2 first:border-t-0">
          <p>
            {entry.actor === 'person' ? nameOf(entry.personId) : PROGRAMS[entry.actor]} {deed(entry)}
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

type LogProps = { name: ProviderName; timeZone: string; reader: Reader }

function Log({ name, timeZone, reader }: LogProps) {
  const log = usePages({ name: `integrations/${name}/log`, schema: connectionLog, reader, staleTime: 0 })
  return (
    <PagesResult
      what="The log"
      list={log}
      placeholder={<Loading label="Loading the log" rows={4} />}
      more="Show earlier ones"
    >
      {(pages) => <Entries entries={pages.flatMap(({ entries }) => entries)} timeZone={timeZone} reader={reader} />}
    </PagesResult>
  )
}

export function LogDialog(props: LogProps) {
  return (
    <OpenedDialog
      label="Log"
      title={`Log of ${PROVIDERS[props.name].label}`}
      description="Each time it was used, and what was read or written."
    >
      <Log {...props} />
    </OpenedDialog>
  )
}

const visitsAnswer = z.object({
  visits: z.array(z.object({ id: z.uuid(), job: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
})

type Visit = z.infer<typeof visitsAnswer>['visits'][number]

type VisitsProps = { name: ProviderName; timeZone: string; reader: Reader }

function VisitRow({ visit, name, timeZone, reader }: VisitsProps & { visit: Visit }) {
  const entry = useVisitEntry(reader)
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
        <StatusBadge on>Entered</StatusBadge>
      ) : (
        <Button
          variant="quiet"
          aria-label={`Enter: ${job}`}
          disabled={entry.isPending}
          onClick={() => entry.mutate({ provider: name, visit: id })}
        >
          Enter
        </Button>
      )}
    </li>
  )
}

function Visits(props: VisitsProps) {
  const query = dashboardQuery(`integrations/${props.name}/visits`, visitsAnswer, props.reader)
  return (
    <QueryResult
      what="The list of visits"
      query={{ ...query, staleTime: 0 }}
      hasFailed={false}
      placeholder={<Loading label="Loading the visits" rows={3} />}
    >
      {({ visits }) =>
        visits.length === 0 ? (
          <p className="text-muted-foreground">No visit is confirmed for the next two weeks.</p>
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
    <OpenedDialog
      label="Enter visits"
      title={`Enter visits into ${PROVIDERS[props.name].label}`}
      description="The next confirmed ones, into the calendar “Bookings by phone”. One that is there already stays as it is."
    >
      <Visits {...props} />
    </OpenedDialog>
  )
}

const SHOWN = 6

function BusyTimes({ busy, timeZone }: { busy: CalendarsAnswer['busy']; timeZone: string }) {
  if (busy.length === 0) return <p className="text-muted-foreground">Nothing in the next seven days.</p>
  return (
    <>
      <ul>
        {busy.slice(0, SHOWN).map(({ startsAt, endsAt }) => (
          <li key={startsAt} className="flex justify-between gap-4">
            <span>{formatDay(startsAt, timeZone)}</span>
            <span className="data">{formatWindow(startsAt, endsAt, timeZone)}</span>
          </li>
        ))}
      </ul>
      {busy.length > SHOWN && (
        <p className="mt-1 text-muted-foreground">and {busy.length - SHOWN} more in the next seven days</p>
      )}
    </>
  )
}

type Props = { name: ProviderName; timeZone: string; reader: Reader; mayManage: boolean }

type ChoiceProps = Omit<Props, 'reader'> & { answer: CalendarsAnswer; form: string; onChosen: (ids: string[]) => void }

function Choice({ answer, timeZone, mayManage, form, onChosen }: ChoiceProps) {
  const { calendars, busy } = answer
  return (
    <form
      id={form}
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(new FormData(event.currentTarget).getAll('calendar').map(String))
      }}
    >
      <fieldset disabled={!mayManage}>
        <legend className="sr-only">Calendars that count as busy</legend>
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
      <h3 className="mt-4 mb-1 text-sm font-semibold tracking-normal text-muted-foreground">
        Busy, as it was read just now
      </h3>
      <BusyTimes busy={busy} timeZone={timeZone} />
    </form>
  )
}

/** Renders the calendar selection. Opening the dialog queries the provider's calendars, which the audit log records. */
export function CalendarsDialog(props: Props) {
  const { name, reader, mayManage } = props
  const { label } = PROVIDERS[name]
  const form = useId()
  const [isOpen, setIsOpen] = useState(false)
  const choice = useCalendarChoice()
  const { data, isError, isFetching, refetch } = useQuery({
    ...dashboardQuery(`integrations/${name}/calendars`, calendarsAnswer, reader),
    // Live changes must not refetch this query, because each fetch calls the provider and is recorded in the audit log.
    queryKey: ['connected calendars', name, reader.organizationId, reader.userId],
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const chosen = (calendars: string[]) => {
    setIsOpen(false)
    choice.mutate({ provider: name, calendars })
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Calendars
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Choose which calendars count as busy"
        description={`Only the times are read from ${label}, not what they are for. Each reading is in the log.`}
        actions={
          data &&
          mayManage && (
            <Button type="submit" form={form}>
              Count these as busy
            </Button>
          )
        }
      >
        {isFetching && <Loading label="Reading your calendars" rows={3} />}
        {isError && !isFetching && <NotLoaded what="Your calendars" retry={() => void refetch()} />}
        {data && !isFetching && <Choice {...props} answer={data} form={form} onChosen={chosen} />}
      </Dialog>
    </>
  )
}
