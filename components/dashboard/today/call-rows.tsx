'use client'

import { useState } from 'react'
import { SAFETY_KINDS } from '@/lib/calls/safety.ts'
import { URGENCIES } from '@/lib/leads/lead.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import type { Today, TodayCall } from '@/lib/today/today.ts'
import { NightCall } from '../../product/night-call.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useSample } from '../../ui/sample.ts'
import { AlertLine } from '../alerts/call-alerts.tsx'
import { CallCardDialog } from './call-card-dialog.tsx'
import { reasonOf } from '../calls/call-words.ts'
import { callTime, stateOf, stateTone, windowOf, wordsOf } from './today-words.ts'

type RowsProps = {
  label: string
  calls: TodayCall[]
  today: Pick<Today, 'now' | 'timeZone'>
  /** Whether this person may remove a test call. */
  mayRemove?: boolean
}

/** Who called, and what they said. */
function Words({ call }: { call: TodayCall }) {
  const { caller, words, isTest } = call
  const reason = reasonOf(call)
  return (
    <>
      {isTest && (
        <>
          <Badge>Test</Badge>{' '}
        </>
      )}
      {caller && words && (
        <>
          <span className="font-semibold">{caller}</span>
          {' · '}
        </>
      )}
      {wordsOf(call)}
      {reason && <span className="ml-2 whitespace-nowrap text-muted-foreground">{reason}</span>}
    </>
  )
}

type RowProps = { call: TodayCall; today: RowsProps['today']; onOpen: () => void }

function CallRow({ call, today, onOpen }: RowProps) {
  const { attention, urgency, startedAt, alerts, safetyKind } = call
  const href = useSample()?.hrefOf(`${AREAS.calls.path}/${call.id}`)
  // Of an emergency the note says who was told.
  const isWanted = urgency && urgency !== 'later' && call.outcome !== 'emergency'
  const visit = windowOf(call, today.timeZone)
  return (
    <NightCall
      tone={attention ? 'primary' : 'quiet'}
      badge={stateTone(call)}
      dateTime={startedAt}
      time={callTime(startedAt, today)}
      words={<Words call={call} />}
      attention={attention}
      note={alerts.length > 0 && <AlertLine alerts={alerts} zone={today.timeZone} />}
      urgency={
        safetyKind ? (
          <Badge tone="urgent">{SAFETY_KINDS[safetyKind]}</Badge>
        ) : (
          isWanted && `Wanted: ${URGENCIES[urgency].toLowerCase()}`
        )
      }
      visit={visit && `Visit: ${visit}`}
      state={stateOf(call)}
      {...(href ? { href } : { onOpen })}
      // The whole row opens the card; in a window the time stands beside the words.
      className="transition-colors hover:bg-muted md:gap-x-4 md:grid-cols-[6.5rem_minmax(0,1fr)_auto] md:grid-rows-[auto_auto] md:items-baseline md:[grid-template-areas:'time_words_state'_'time_more_more'] [&>.today-more]:justify-start [&>.today-words]:min-h-11 [&>.today-words]:cursor-pointer [&>.today-words]:text-left [&>.today-words]:after:absolute [&>.today-words]:after:inset-0 [&>.today-words]:focus-visible:outline-none [&>.today-words]:focus-visible:after:shadow-[inset_0_0_0_4px_var(--background)] [&>.today-words]:focus-visible:after:outline-2 [&>.today-words]:focus-visible:after:-outline-offset-2 [&>.today-words]:focus-visible:after:outline-foreground md:[&>.today-words]:min-h-0"
    />
  )
}

/** Calls as rows: time, the caller's words, how soon and when somebody comes, state. A press opens the card of the call. */
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
