'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ProviderName, PROVIDERS } from '@/lib/integrations/providers.ts'
import { type CalendarsAnswer, calendarsAnswer } from '@/lib/integrations/record.ts'
import { endpointOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { formatDay, formatWindow } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading, NotLoaded } from '../loading.tsx'
import { useCalendarChoice } from './connection-changes.ts'
import { Checkbox } from '../../ui/checkbox.tsx'

/** Busy times that are listed; they are a proof that the right calendar is read, and no calendar. */
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

/** Which calendars count as busy, and what of them is seen. Opening it reads them, which is in the log. */
export function CalendarsDialog(props: Props) {
  const { name, reader, mayManage } = props
  const { label } = PROVIDERS[name]
  const form = useId()
  const [isOpen, setIsOpen] = useState(false)
  const choice = useCalendarChoice()
  const { data, isError, isFetching, refetch } = useQuery({
    // Not among the queries that follow changes of the dashboard: each reading asks the provider and is in the log.
    queryKey: ['connected calendars', name, reader.organizationId, reader.userId],
    queryFn: async ({ signal }) => {
      const response = await fetch(endpointOf(`integrations/${name}/calendars`), { signal })
      if (!response.ok) throw new Error(`The calendars were answered with status ${response.status}`)
      return calendarsAnswer.parse(await response.json())
    },
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
