'use client'

import { useState } from 'react'
import { URGENCIES } from '@/lib/leads/lead.ts'
import type { Today, TodayCall } from '@/lib/today/today.ts'
import { NightCall, toneOf } from '../../product/night-call.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { AlertLine } from '../alerts/call-alerts.tsx'
import { CallCardDialog } from './call-card-dialog.tsx'
import { callTime, stateOf, windowOf, wordsOf } from './today-words.ts'

type RowsProps = {
  label: string
  calls: TodayCall[]
  today: Pick<Today, 'now' | 'timeZone'>
  /** Whether this person may remove a test call. */
  mayRemove?: boolean
}

const toneOfCall = ({ attention, outcome, visit }: TodayCall): Tone =>
  toneOf({ needsOwner: Boolean(attention), isBooked: outcome === 'booked' || visit?.state === 'confirmed' })

function CallRow({ call, today, onOpen }: { call: TodayCall; today: RowsProps['today']; onOpen: () => void }) {
  const { attention, urgency, startedAt, alerts } = call
  const isUrgent = urgency && urgency !== 'later'
  return (
    <NightCall
      tone={toneOfCall(call)}
      dateTime={startedAt}
      time={callTime(startedAt, today)}
      words={
        call.isTest ? (
          <>
            <Badge>Test</Badge> {wordsOf(call)}
          </>
        ) : (
          wordsOf(call)
        )
      }
      attention={attention}
      note={alerts.length > 0 && <AlertLine alerts={alerts} zone={today.timeZone} />}
      urgency={
        isUrgent && (
          <>
            <span className="sr-only">Urgency: </span>
            {URGENCIES[urgency]}
          </>
        )
      }
      visit={windowOf(call, today.timeZone)}
      state={stateOf(call)}
      onOpen={onOpen}
      // The whole row opens the card; from 48 rem on its parts are columns.
      className="transition-colors hover:bg-muted md:grid-cols-[6.5rem_minmax(0,1fr)_5.5rem_8.5rem_8.5rem] md:grid-rows-[auto] md:items-baseline md:[grid-template-areas:'time_words_urgency_window_state'] md:[&>.today-window]:text-left [&>button]:min-h-11 [&>button]:cursor-pointer [&>button]:text-left [&>button]:after:absolute [&>button]:after:inset-0 [&>button]:focus-visible:outline-none [&>button]:focus-visible:after:shadow-[inset_0_0_0_4px_var(--background)] [&>button]:focus-visible:after:outline-2 [&>button]:focus-visible:after:-outline-offset-2 [&>button]:focus-visible:after:outline-foreground md:[&>button]:min-h-0"
    />
  )
}

/** Calls as rows: time, the caller's words, urgency, window, state. A press opens the card of the call. */
export function CallRows({ label, calls, today, mayRemove = false }: RowsProps) {
  const [opened, setOpened] = useState<TodayCall>()
  const [isOpen, setIsOpen] = useState(false)
  const open = (call: TodayCall) => {
    setOpened(call)
    setIsOpen(true)
  }
  return (
    <>
      <ul aria-label={label} className="-mx-3">
        {calls.map((call) => (
          <CallRow key={call.id} call={call} today={today} onOpen={() => open(call)} />
        ))}
      </ul>
      {opened && (
        <CallCardDialog
          call={calls.find(({ id }) => id === opened.id) ?? opened}
          today={today}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          mayRemove={mayRemove}
        />
      )}
    </>
  )
}
