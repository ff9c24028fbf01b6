'use client'

import { useState } from 'react'
import type { AlertRecord } from '@/lib/alerts/alert.ts'
import type { CallRecord } from '@/lib/calls/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { formatDay, formatTime } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AlertLine, TakeAlert } from '../alerts/call-alerts.tsx'
import { isWaitingCall } from './call-words.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { type CallEdit, useCallEdit } from './use-call.ts'
import { useMembers } from '../use-members.ts'

function doneMessage(edit: CallEdit) {
  if ('correction' in edit || edit.intent !== undefined) return undefined
  if (edit.handedToId) return { title: 'Handed over', tone: 'accent' as const }
  if (edit.handedToId === null) return { title: 'Taken back' }
  return edit.attentionEnded ? { title: 'Done', tone: 'accent' as const } : { title: 'It waits again' }
}

type CallAttentionProps = {
  call: CallRecord
  alerts: AlertRecord[]
  reader: Reader
  zone: string
  mayChange: boolean
}

/** Who has to look at a call and why, until that is done; and the ways to hand it over and to be done with it. */
export function CallAttention({ call, alerts, reader, zone, mayChange }: CallAttentionProps) {
  const [isHandingOver, setIsHandingOver] = useState(false)
  const { nameOf } = useMembers()
  const { mutate } = useCallEdit(call, reader, doneMessage)
  const { attention, attentionEndedAt, handedToId, handedOverAt } = call
  const isWaiting = isWaitingCall(call)
  const at = (moment: string) => `${formatDay(moment, zone)}, ${formatTime(moment, zone)}`
  const name = handedToId && nameOf(handedToId)
  const isOthers = isWaiting && handedToId !== null && name !== 'you'
  const tone = isWaiting && !isOthers ? 'primary' : attention ? 'quiet' : 'none'
  return (
    <section
      aria-label="What is to be done"
      className="grid gap-4 rounded-xl border border-border bg-card p-5 data-[tone=none]:order-1 data-[tone=primary]:border-[color-mix(in_oklab,var(--primary)_55%,var(--border))] data-[tone=primary]:bg-primary-muted"
      data-tone={tone}
    >
      <div className="min-w-0">
        {attention && (
          <p className="flex gap-2.5 font-medium">
            {isWaiting ? (
              <Icon name="bell" size={18} className={`mt-0.5 ${isOthers ? 'text-muted-foreground' : 'text-primary'}`} />
            ) : (
              <Icon name="check" size={18} className="mt-0.5 text-accent" />
            )}
            <span>
              {isWaiting && !isOthers && <span className="text-primary">Needs you: </span>}
              {attention}
            </span>
          </p>
        )}
        {!attention && <p className="text-muted-foreground">Nothing has to be done about this call.</p>}
        <p className="mt-1 text-muted-foreground empty:hidden">
          {handedToId && handedOverAt && `Handed to ${name ?? 'a colleague'} on ${at(handedOverAt)}. `}
          {attentionEndedAt && attention && `Done on ${at(attentionEndedAt)}.`}
        </p>
        <p className="mt-1 empty:hidden">
          <AlertLine alerts={alerts} zone={zone} />
        </p>
      </div>
      {!mayChange && <TakeAlert alerts={alerts} />}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <TakeAlert alerts={alerts} />
          {isWaiting && <Button onClick={() => mutate({ attentionEnded: true })}>Done</Button>}
          {attention && !isWaiting && (
            <Button variant="quiet" onClick={() => mutate({ attentionEnded: false })}>
              Not done yet
            </Button>
          )}
          <Button variant="quiet" onClick={() => setIsHandingOver(true)}>
            Hand over
          </Button>
          {isWaiting && handedToId && (
            <Button variant="quiet" onClick={() => mutate({ handedToId: null })}>
              Take back
            </Button>
          )}
        </div>
      )}
      <HandOverDialog
        call={call}
        isOpen={isHandingOver}
        onClose={() => setIsHandingOver(false)}
        onHandOver={(change) => {
          setIsHandingOver(false)
          mutate(change)
        }}
      />
    </section>
  )
}
