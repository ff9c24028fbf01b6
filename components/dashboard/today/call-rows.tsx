'use client'

import { useState } from 'react'
import { URGENCIES } from '@/lib/leads/lead.ts'
import type { Today, TodayCall } from '@/lib/today/today.ts'
import { Badge, type Tone } from '../kit/badge.tsx'
import { CallCardDialog } from './call-card-dialog.tsx'
import { callTime, stateOf, windowOf, wordsOf } from './today-words.ts'

type RowsProps = { label: string; calls: TodayCall[]; today: Pick<Today, 'now' | 'timeZone'> }

/** Ember while somebody has to act, ice once it is booked. */
function toneOf({ attention, outcome, visit }: TodayCall): Tone {
  if (attention) return 'ember'
  return outcome === 'booked' || visit?.state === 'confirmed' ? 'ice' : 'quiet'
}

function CallRow({ call, today, onOpen }: { call: TodayCall; today: RowsProps['today']; onOpen: () => void }) {
  const { attention, urgency, startedAt } = call
  const visitWindow = windowOf(call, today.timeZone)
  return (
    <li className="today-row" data-tone={toneOf(call)}>
      <time dateTime={startedAt} className="today-time data">
        {callTime(startedAt, today)}
      </time>
      <button type="button" className="today-words" onClick={onOpen}>
        <span className="line-clamp-2">{wordsOf(call)}</span>
        {attention && <span className="mt-1 block text-ember">{attention}</span>}
      </button>
      <span className="today-urgency text-muted">
        {urgency && urgency !== 'later' ? <span className="sr-only">Urgency: </span> : null}
        {urgency && urgency !== 'later' ? URGENCIES[urgency] : ''}
      </span>
      <span className="today-window data text-muted">{visitWindow}</span>
      <span className="today-state">
        <Badge tone={toneOf(call)}>{stateOf(call)}</Badge>
      </span>
    </li>
  )
}

/** Calls as rows: time, the caller's words, urgency, window, state. A press opens the card of the call. */
export function CallRows({ label, calls, today }: RowsProps) {
  const [opened, setOpened] = useState<TodayCall>()
  const [isOpen, setIsOpen] = useState(false)
  const open = (call: TodayCall) => {
    setOpened(call)
    setIsOpen(true)
  }
  return (
    <>
      <ul aria-label={label} className="today-rows">
        {calls.map((call) => (
          <CallRow key={call.id} call={call} today={today} onOpen={() => open(call)} />
        ))}
      </ul>
      {opened && <CallCardDialog call={opened} today={today} isOpen={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}
