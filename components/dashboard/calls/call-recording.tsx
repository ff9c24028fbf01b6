'use client'

import { type ComponentProps, useState } from 'react'
import type { CallRecord } from '@/lib/calls/record.ts'
import { endpointOf } from '@/lib/query/dashboard-query.ts'
import { formatDate } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'
import { OperationMessage, type OperationResult, useOperation } from '../operation.tsx'

/** Asks for the first byte: an answer may say why not, or have Clerk ask who it is, which a player could not. */
async function mayListen(address: string): Promise<OperationResult> {
  const response = await fetch(address, { headers: { range: 'bytes=0-0' } })
  if (!response.ok) return (await response.json()) as { error: string }
  await response.body?.cancel()
  return { done: '' }
}

const Player = (props: ComponentProps<'audio'>) => (
  // What is said is beside it, as the transcript.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  <audio {...props} controls aria-label="Recording of the call" className="block h-11 w-full [color-scheme:inherit]" />
)

/** The sound of a call, loaded when somebody asks for it: listening is in the log. */
export function CallRecording({ call, zone }: { call: CallRecord; zone: string }) {
  const { id, hasRecording, recordingDeletedAt } = call
  const address = endpointOf(`calls/${id}/recording`)
  const sample = useSample()
  const [isOpen, setIsOpen] = useState(false)
  const [hasBroken, setHasBroken] = useState(false)
  const { run, state } = useOperation(async () => {
    const result = await mayListen(address)
    if ('done' in result) setIsOpen(true)
    return result
  })
  if (!hasRecording) {
    return (
      <p className="text-muted-foreground">
        {recordingDeletedAt
          ? `The recording was deleted on ${formatDate(recordingDeletedAt, zone)}.`
          : 'This call was not recorded.'}
      </p>
    )
  }
  if (sample) return <Player src={sample.recordingOf(id)} preload="none" />
  const listen = () => {
    setHasBroken(false)
    setIsOpen(false)
    void run()
  }
  if (isOpen && !hasBroken) {
    return <Player src={address} autoPlay preload="auto" onError={() => setHasBroken(true)} />
  }
  return (
    <>
      <Button variant="quiet" disabled={state.status === 'running'} onClick={listen}>
        <Icon name="play" size={16} />
        Listen to the recording
      </Button>
      <OperationMessage
        {...(hasBroken ? { status: 'failed', message: 'The sound stopped. Try again in a minute.' } : state)}
      />
    </>
  )
}
