'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type ProviderName, PROVIDERS } from '@/lib/integrations/providers.ts'
import { endpointOf, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { formatDay, formatWindow } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading, NotLoaded } from '../loading.tsx'
import { StatusBadge } from '../page.tsx'
import { useVisitEntry } from './connection-changes.ts'

const answer = z.object({
  visits: z.array(z.object({ id: z.uuid(), job: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
})

type Visit = z.infer<typeof answer>['visits'][number]

type Props = { name: ProviderName; timeZone: string; reader: Reader }

function VisitRow({ visit, name, timeZone, reader }: Props & { visit: Visit }) {
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

function Visits(props: Props) {
  const { name, reader } = props
  const endpoint = `integrations/${name}/visits`
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeyOf(endpoint, reader),
    queryFn: async ({ signal }) => {
      const response = await fetch(endpointOf(endpoint), { signal })
      if (!response.ok) throw new Error(`${endpoint} answered with status ${response.status}`)
      return answer.parse(await response.json())
    },
    staleTime: 0,
  })
  if (isError && !data) return <NotLoaded what="The list of visits" retry={() => void refetch()} />
  if (!data) return <Loading label="Loading the visits" rows={3} />
  if (data.visits.length === 0)
    return <p className="text-muted-foreground">No visit is confirmed for the next two weeks.</p>
  return (
    <ul className="-my-2">
      {data.visits.map((visit) => (
        <VisitRow key={visit.id} {...props} visit={visit} />
      ))}
    </ul>
  )
}

/** Confirmed visits that can be entered into the calendar of a connection that may write. */
export function VisitsDialog(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { label } = PROVIDERS[props.name]
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Enter visits
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Enter visits into ${label}`}
        description="The next confirmed ones, into the calendar “Bookings by phone”. One that is there already stays as it is."
      >
        {isOpen && <Visits {...props} />}
      </Dialog>
    </>
  )
}
