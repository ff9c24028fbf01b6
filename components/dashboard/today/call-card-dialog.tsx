'use client'

import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_FACTS } from '@/lib/calls/call.ts'
import { INTENTS } from '@/lib/calls/intent.ts'
import { SAFETY_KINDS } from '@/lib/calls/safety.ts'
import { formatDay, formatTime } from '@/lib/time/zone.ts'
import type { Today, TodayCall } from '@/lib/today/today.ts'
import { CallEnd } from '../../product/handover-note.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AlertLine, TakeAlert } from '../alerts/call-alerts.tsx'
import { RemoveTest } from '../try-it/remove-test.tsx'
import { stateOf, windowOf, wordsOf } from './today-words.ts'

type CardProps = { call: TodayCall; today: Pick<Today, 'timeZone'> }

/** The card that a call ends as: what is known, which rule was followed, and how it ended. It is ice once it is handled. */
function CallCard({ call, today }: CardProps) {
  const { facts, rule, attention } = call
  const visitWindow = windowOf(call, today.timeZone)
  return (
    <div className={`rounded-xl border p-4 ${attention ? 'border-primary/50' : 'border-accent/40'}`}>
      {call.isTest && (
        <p className="mb-2">
          <Badge>Test</Badge>
        </p>
      )}
      <p className="font-medium">{wordsOf(call)}</p>
      {(call.safetyKind || call.intent) && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
          {call.safetyKind && <Badge tone="urgent">{SAFETY_KINDS[call.safetyKind]}</Badge>}
          {call.intent && <span>Reason: {INTENTS[call.intent]}</span>}
        </p>
      )}
      {facts.length > 0 ? (
        <dl className="mt-3 grid gap-2">
          {facts.map(({ field, value }) => (
            <div key={field} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3">
              <dt className="text-muted-foreground">{CALL_FACTS[field]}</dt>
              <dd className={field === 'safety' && attention ? 'text-primary' : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-2 text-muted-foreground">Nothing was understood in this call.</p>
      )}
      {rule && <p className="mt-3 text-muted-foreground">Rule that was followed: {rule}</p>}
      <CallEnd needsOwner={Boolean(attention)}>
        {attention ?? (visitWindow ? `${stateOf(call)}: ${visitWindow}` : stateOf(call))}
      </CallEnd>
    </div>
  )
}

/** The card of a call above the list, with the ways to the call and to its lead. */
export function CallCardDialog({
  call,
  today,
  isOpen,
  onOpenChange,
  mayRemove = false,
}: CardProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; mayRemove?: boolean }) {
  const { id, caller, startedAt, leadId, isTest, alerts } = call
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={caller ?? 'A call'}
      description={`${formatDay(startedAt, today.timeZone)}, ${formatTime(startedAt, today.timeZone)}`}
      actions={
        <>
          <TakeAlert alerts={alerts} />
          <ButtonLink href={`${AREAS.calls.path}/${id}`}>Read the call</ButtonLink>
          {leadId && (
            <ButtonLink href={`${AREAS.leads.path}/${leadId}`} variant="quiet">
              Open the lead
            </ButtonLink>
          )}
          {isTest && mayRemove && (
            <RemoveTest callId={id} label="Remove this test" onRemoved={() => onOpenChange(false)} />
          )}
        </>
      }
    >
      <CallCard call={call} today={today} />
      <p className="mt-3 text-muted-foreground empty:hidden">
        <AlertLine alerts={alerts} zone={today.timeZone} />
      </p>
    </Dialog>
  )
}
