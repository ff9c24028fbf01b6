'use client'

import { useRef, useState } from 'react'
import { SAFETY_KINDS } from '@/lib/calls/safety.ts'
import { URGENCIES } from '@/lib/leads/lead.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { formatPhone } from '@/lib/phone.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { formatTime } from '@/lib/time/zone.ts'
import type { DoneCall, Today, TodayCall } from '@/lib/today/today.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'
import { Panel } from '../../ui/panel.tsx'
import { AlertLine } from '../alerts/call-alerts.tsx'
import { CallButton } from '../phone-actions.tsx'
import { reasonOf } from '../calls/call-words.ts'
import { CallCardDialog } from './call-card-dialog.tsx'
import { callTime, nameOf, waitingAddress, waitingWords, wordsOf } from './today-words.ts'
import { useCallDone } from './use-call-done.ts'

type Shown = Pick<Today, 'now' | 'timeZone'>

/** Two buttons beside each other, each half of a phone's width. */
const actionsClass = 'flex flex-wrap items-center gap-2 max-md:*:[&.button]:flex-1'

type RowProps = {
  call: TodayCall
  today: Shown
  onOpen: () => void
  /** Undefined for somebody who may not change calls. */
  onDone: ((pressed: HTMLElement) => void) | undefined
}

const nameClass =
  'inline-flex min-h-8 cursor-pointer items-center text-left text-note font-semibold underline-offset-[0.22em] hover:underline pointer-coarse:min-h-11'

/** Opens the card of the call, or leads to its page among sample data. */
function WaitingName({ name, href, onOpen }: { name: string; href: string | undefined; onOpen: () => void }) {
  if (href) {
    return (
      <a href={href} className={nameClass}>
        {name}
      </a>
    )
  }
  return (
    <button type="button" className={nameClass} onClick={onOpen}>
      {name}
    </button>
  )
}

/** A call that needs a person: who it is, why, and what to do about it. */
function WaitingRow({ call, today, onOpen, onDone }: RowProps) {
  const { attention, alerts, phone, startedAt, urgency, safetyKind } = call
  const name = nameOf(call)
  const reason = reasonOf(call)
  const href = useSample()?.hrefOf(`${AREAS.calls.path}/${call.id}`)
  return (
    <li className="relative grid gap-x-5 gap-y-3 border-t border-l-2 border-border border-l-primary py-3 pr-3 pl-2.5 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <WaitingName name={name} href={href} onOpen={onOpen} />
          {phone && call.caller && (
            <span className="data whitespace-nowrap text-muted-foreground">{formatPhone(phone)}</span>
          )}
          <time dateTime={startedAt} className="data whitespace-nowrap text-muted-foreground">
            {callTime(startedAt, today)}
          </time>
          {safetyKind && <Badge tone="urgent">{SAFETY_KINDS[safetyKind]}</Badge>}
          {reason && <span className="text-muted-foreground">{reason}</span>}
          {urgency && urgency !== 'later' && !safetyKind && (
            <span className="text-muted-foreground">{`Wanted: ${URGENCIES[urgency].toLowerCase()}`}</span>
          )}
        </div>
        <p className="mt-0.5 text-note font-semibold text-primary">{attention}</p>
        <p className="mt-0.5 text-muted-foreground">{wordsOf(call)}</p>
        {alerts.length > 0 && (
          <p className="mt-1 text-muted-foreground">
            <AlertLine alerts={alerts} zone={today.timeZone} />
          </p>
        )}
      </div>
      <div className={actionsClass}>
        {href && <ButtonLink href={href}>Read the call</ButtonLink>}
        {phone && <CallButton number={phone} />}
        {onDone && (
          <Button aria-label={`Done: ${name}`} onClick={({ currentTarget }) => onDone(currentTarget)}>
            <Icon name="check" size={16} />
            Done
          </Button>
        )}
      </div>
    </li>
  )
}

type DoneProps = {
  calls: DoneCall[]
  zone: string
  onBack: ((call: DoneCall, pressed: HTMLElement) => void) | undefined
}

/** What somebody was done with today, folded, with the way back. */
function DoneToday({ calls, zone, onBack }: DoneProps) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg pr-2 text-muted-foreground hover:text-foreground">
        <Icon name="check" size={16} className="text-accent" />
        {`Done today: ${calls.length.toLocaleString('en-US')}`}
        <Icon name="down" size={14} />
      </summary>
      <ul aria-label="Done today" className="-mx-3">
        {calls.map((call) => (
          <li
            key={call.id}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-border px-3 py-2.5"
          >
            <span className="min-w-0 flex-1 basis-60">
              <AppLink href={`${AREAS.calls.path}/${call.id}`} className="text-link">
                {nameOf(call)}
              </AppLink>
              <span className="block text-muted-foreground">{call.attention}</span>
            </span>
            <span className="data whitespace-nowrap text-muted-foreground">{formatTime(call.doneAt, zone)}</span>
            {onBack && (
              <Button
                variant="quiet"
                aria-label={`Bring back: ${nameOf(call)}`}
                onClick={({ currentTarget }) => onBack(call, currentTarget)}
              >
                Bring back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The same button of the row after this one, else of the row before: where the focus goes when the row leaves. */
function neighborOf(pressed: HTMLElement): HTMLElement | undefined {
  const row = pressed.closest('li')
  const word = pressed.ariaLabel?.split(':')[0] ?? ''
  const inRow = (other: Element | null | undefined) =>
    other?.querySelector<HTMLElement>(`button[aria-label^="${word}:"]`) ?? undefined
  return inRow(row?.nextElementSibling) ?? inRow(row?.previousElementSibling)
}

type PanelProps = { reader: Reader; today: Today; mayChange: boolean }

/** What needs a person, of whatever day. What is done leaves at once, the focus goes on to the next, and it can come back. */
export function WaitingCalls({ reader, today, mayChange }: PanelProps) {
  const { waiting, waitingCount, done, timeZone } = today
  const place = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<TodayCall>()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate } = useCallDone(reader)
  const change = (call: TodayCall, isDone: boolean, pressed: HTMLElement) => {
    const { attention } = call
    if (attention === null) return
    const next = neighborOf(pressed) ?? place.current
    next?.focus()
    mutate({ call: { ...call, attention }, isDone })
  }
  if (waitingCount === 0 && done.length === 0) return null
  const title = waitingCount === 0 ? 'Nothing needs you now' : waitingWords(waitingCount)
  return (
    <section ref={place} tabIndex={-1} aria-label={title} className="rounded-xl outline-none">
      <Panel title={title}>
        {waiting.length > 0 && (
          <ul aria-label="Calls that need you" className="-mx-3">
            {waiting.map((call) => (
              <WaitingRow
                key={call.id}
                call={call}
                today={today}
                onOpen={() => {
                  setOpened(call)
                  setIsOpen(true)
                }}
                onDone={mayChange ? (pressed) => change(call, true, pressed) : undefined}
              />
            ))}
          </ul>
        )}
        {waitingCount > waiting.length && (
          <p className="mt-3">
            <AppLink href={waitingAddress()} className="text-link">
              See all {waitingCount.toLocaleString('en-US')}
            </AppLink>
          </p>
        )}
        {done.length > 0 && (
          <DoneToday
            calls={done}
            zone={timeZone}
            onBack={mayChange ? (call, pressed) => change(call, false, pressed) : undefined}
          />
        )}
      </Panel>
      {opened && (
        <CallCardDialog
          call={waiting.find(({ id }) => id === opened.id) ?? opened}
          today={today}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </section>
  )
}
