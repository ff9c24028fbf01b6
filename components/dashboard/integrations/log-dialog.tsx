'use client'

import { useOrganization } from '@clerk/nextjs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { type ProviderName, PROVIDERS } from '@/lib/integrations/providers.ts'
import { type ConnectionLog, connectionLog } from '@/lib/integrations/record.ts'
import { endpointOf, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading, NotLoaded } from '../loading.tsx'

type Entry = ConnectionLog['entries'][number]

/** What an entry says, after who did it. */
function deed({ action, read, wrote }: Entry): string {
  if (action === 'connection.created') return 'connected it'
  if (action === 'connection.tested') return 'tested it'
  if (action === 'connection.wanted') return 'asked for it'
  if (action === 'connection.revoked') return 'removed it'
  if (action !== 'connection.used') return 'changed what it may do'
  return wrote ? `entered ${wrote}` : `read ${read ?? 'something'}`
}

/** People that are asked for at once; an organization with more names only these. */
const MAX_NAMES = 100

/** Names of people by Clerk's ids, as far as they are members still. */
function useNames(reader: Reader): (personId: string | null) => string {
  const { memberships } = useOrganization({ memberships: { pageSize: MAX_NAMES } })
  return (personId) => {
    if (personId === reader.userId) return 'You'
    const person = memberships?.data?.find(({ publicUserData }) => publicUserData?.userId === personId)?.publicUserData
    return [person?.firstName, person?.lastName].filter(Boolean).join(' ') || 'Somebody who was here'
  }
}

const PROGRAMS = { key: 'A program of yours', assistant: 'The assistant', site: 'The site' }

function Entries({ entries, timeZone, reader }: { entries: Entry[]; timeZone: string; reader: Reader }) {
  const nameOf = useNames(reader)
  return (
    <ol className="-my-2">
      {entries.map((entry) => (
        <li key={entry.id} className="border-t border-border py-2 first:border-t-0">
          <p>
            {entry.actor === 'person' ? nameOf(entry.personId) : PROGRAMS[entry.actor]} {deed(entry)}
            {entry.callId && (
              <>
                {' '}
                <Link href={`${AREAS.calls.path}/${entry.callId}`} className="text-link">
                  for a call
                </Link>
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

type Props = { name: ProviderName; timeZone: string; reader: Reader }

function Log({ name, timeZone, reader }: Props) {
  const endpoint = `integrations/${name}/log`
  const log = useInfiniteQuery({
    queryKey: queryKeyOf(endpoint, reader),
    queryFn: async ({ pageParam, signal }) => {
      const response = await fetch(endpointOf(endpoint, pageParam ? { cursor: pageParam } : {}), { signal })
      if (!response.ok) throw new Error(`${endpoint} answered with status ${response.status}`)
      return connectionLog.parse(await response.json())
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // What was done a moment ago is to be seen.
    staleTime: 0,
  })
  if (log.isError && !log.data) return <NotLoaded what="The log" retry={() => void log.refetch()} />
  if (!log.data) return <Loading label="Loading the log" rows={4} />
  const entries = log.data.pages.flatMap((page) => page.entries)
  return (
    <>
      <Entries entries={entries} timeZone={timeZone} reader={reader} />
      {log.hasNextPage && (
        <Button variant="quiet" className="mt-4" disabled={log.isFetching} onClick={() => void log.fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
    </>
  )
}

/** When a connection was used, by whom and for what. */
export function LogDialog(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { label } = PROVIDERS[props.name]
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Log
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Log of ${label}`}
        description="Each time it was used, and what was read or written."
      >
        {isOpen && <Log {...props} />}
      </Dialog>
    </>
  )
}
