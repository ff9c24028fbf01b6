'use client'

import { useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import type { CallerRecord } from '@/lib/calls/record.ts'
import { STAGES } from '@/lib/leads/lead.ts'
import { formatPhone } from '@/lib/phone.ts'
import { endpointOf } from '@/lib/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { OperationMessage, type OperationResult, useOperation } from '../operation.tsx'
import { aboutOf } from './call-words.ts'
import { RecordLink } from './record-link.tsx'

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`

type Counts = { calls: number; leads: number; visits: number }

const inWords = ({ calls, leads, visits }: Counts) =>
  [
    calls > 0 && counted(calls, 'call', 'calls'),
    leads > 0 && counted(leads, 'lead', 'leads'),
    visits > 0 && counted(visits, 'visit', 'visits'),
  ]
    .filter(Boolean)
    .join(', ') || 'nothing'

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

const send = (name: string, method: 'POST' | 'DELETE', phone: string) =>
  fetch(endpointOf(name), {
    method,
    body: JSON.stringify({ phone }),
    headers: { 'content-type': 'application/json' },
  })

async function exportCaller(phone: string): Promise<OperationResult> {
  const response = await send('calls/callers/export', 'POST', phone)
  if (!response.ok) return (await response.json()) as { error: string }
  const name = response.headers.get('content-disposition')?.match(/filename="([^"]+)"/)?.[1]
  saveFile(await response.blob(), name ?? 'caller.json')
  return { done: 'The file is in your downloads.' }
}

async function deleteCaller(phone: string): Promise<OperationResult> {
  const response = await send('calls/callers', 'DELETE', phone)
  const answer = (await response.json()) as { deleted: Counts } | { error: string }
  return 'deleted' in answer ? { done: `Deleted: ${inWords(answer.deleted)}.` } : answer
}

type RequestsProps = { caller: CallerRecord; isEmpty: boolean; onDeleted: () => Promise<void> }

function Requests({ caller, isEmpty, onDeleted }: RequestsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const exporting = useOperation(() => exportCaller(caller.phone))
  const deleting = useOperation(async () => {
    const result = await deleteCaller(caller.phone)
    if ('done' in result) await onDeleted()
    return result
  })
  if (isEmpty && exporting.state.status === 'idle' && deleting.state.status === 'idle') return null
  const isBusy = exporting.state.status === 'running' || deleting.state.status === 'running'
  return (
    <Panel
      title="When this caller asks"
      note="People may ask what is kept about them, or want it deleted. You confirm who you are if you last did so ten minutes ago or more."
    >
      <p className="flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={exporting.run}>
          <Icon name="download" size={16} />
          Export to one file
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
          Delete recordings, transcripts and contact data
        </Button>
      </p>
      <OperationMessage {...(deleting.state.status === 'idle' ? exporting.state : deleting.state)} />
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete what is kept about this caller?"
        description="This cannot be undone. Recordings, transcripts, names and numbers of their calls are deleted, and so are their leads with all notes. Visits stay in your calendar without name, number and address; bookings in calendars and systems of your own are yours to delete there."
        confirm="Delete it"
        cancel="Keep it"
        onConfirm={() => void deleting.run()}
      />
    </Panel>
  )
}

type CallerResultProps = { caller: CallerRecord; mayManage: boolean; onDeleted: () => Promise<void> }

/** What is kept about a caller, and what can be done when they ask. */
export function CallerResult({ caller, mayManage, onDeleted }: CallerResultProps) {
  const { phone, names, calls, leads, visits, timeZone: zone } = caller
  const counts = { calls: calls.length, leads: leads.length, visits }
  const total = calls.length + leads.length + visits
  return (
    <div className="grid gap-5">
      {total === 0 ? (
        <div className="rounded-xl panel">
          <Empty icon="search" title="Nothing is kept about this number">
            {`No call, lead or visit has ${formatPhone(phone)}.`}
          </Empty>
        </div>
      ) : (
        <Panel
          title={names.length > 0 ? names.join(', ') : formatPhone(phone)}
          note={[names.length > 0 && formatPhone(phone), inWords(counts)].filter(Boolean).join(' · ')}
        >
          <ul className="grid grid-cols-1 gap-1">
            {calls.map((call) => (
              <li key={call.id}>
                <RecordLink href={`${AREAS.calls.path}/${call.id}`}>
                  <Icon name="phone" size={18} className="flex-none text-muted-foreground" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{aboutOf(call)}</span>
                    <span className="text-muted-foreground">{formatDateTime(call.startedAt, zone)}</span>
                  </span>
                  <span className="text-muted-foreground max-sm:hidden">{CALL_OUTCOMES[call.outcome]}</span>
                </RecordLink>
              </li>
            ))}
            {leads.map(({ id, name, problem, stage, createdAt }) => (
              <li key={id}>
                <RecordLink href={`${AREAS.leads.path}/${id}`}>
                  <Icon name="inbox" size={18} className="flex-none text-muted-foreground" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{`${name}: ${problem}`}</span>
                    <span className="text-muted-foreground">{formatDateTime(createdAt, zone)}</span>
                  </span>
                  <span className="text-muted-foreground max-sm:hidden">{STAGES[stage]}</span>
                </RecordLink>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {mayManage && <Requests caller={caller} isEmpty={total === 0} onDeleted={onDeleted} />}
    </div>
  )
}
