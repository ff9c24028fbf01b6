import { SAFETY_KINDS } from '@/lib/dashboard/model/safety.ts'
import { URGENCIES } from '@/lib/dashboard/model/lead.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import type { Today, TodayCall } from '@/lib/dashboard/today/today.ts'
import { CallSummaryRow } from './call-summary-row.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useSample } from '../../ui/sample.ts'
import { AlertLine, ClaimAlertButton } from '../alerts/call-alerts.tsx'
import { formatReason } from '../calls/call-format.ts'
import { formatCallTime, formatState, getStateTone, formatVisitWindow, getCallText } from './today-format.ts'
import { useState } from 'react'
import { CALL_FACTS } from '@/lib/dashboard/model/call.ts'
import { INTENTS } from '@/lib/dashboard/model/intent.ts'
import { formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import { CallEnd } from '../calls/handover-note.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RemoveTest } from '../try-it/remove-test.tsx'

type CardProps = { call: TodayCall; today: Pick<Today, 'timeZone'> }

function CallCard({ call, today }: CardProps) {
  const { facts, rule, attention } = call
  const visitWindow = formatVisitWindow(call, today.timeZone)
  return (
    <div className={`rounded-xl border p-4 ${attention ? 'border-primary/50' : 'border-accent/40'}`}>
      {call.isTest && (
        <p className="mb-2">
          <Badge>Test</Badge>
        </p>
      )}
      <p className="font-medium">{getCallText(call)}</p>
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
        <p className="mt-2 text-muted-foreground">No details from this call.</p>
      )}
      {rule && <p className="mt-3 text-muted-foreground">Rule applied: {rule}</p>}
      <CallEnd needsOwner={Boolean(attention)}>
        {attention ?? (visitWindow ? `${formatState(call)}: ${visitWindow}` : formatState(call))}
      </CallEnd>
    </div>
  )
}

/**
 * Manages the dialog of a call.
 * @returns the function that opens the dialog, and the dialog to render
 */
export function useCallCard(calls: readonly TodayCall[], today: CardProps['today'], canRemove = false) {
  const [selectedCall, setSelectedCall] = useState<TodayCall>()
  const [isOpen, setIsOpen] = useState(false)
  const openCall = (call: TodayCall) => {
    setSelectedCall(call)
    setIsOpen(true)
  }
  const call = calls.find(({ id }) => id === selectedCall?.id) ?? selectedCall
  const dialog = call && (
    <Dialog
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title={call.caller ?? 'Call'}
      description={`${formatDay(call.startedAt, today.timeZone)}, ${formatTime(call.startedAt, today.timeZone)}`}
      actions={
        <>
          <ClaimAlertButton alerts={call.alerts} />
          <ButtonLink href={`${AREAS.calls.path}/${call.id}`}>View call</ButtonLink>
          {call.leadId && (
            <ButtonLink href={`${AREAS.leads.path}/${call.leadId}`} variant="quiet">
              View lead
            </ButtonLink>
          )}
          {call.isTest && canRemove && (
            <RemoveTest callId={call.id} label="Delete test call" onRemoved={() => setIsOpen(false)} />
          )}
        </>
      }
    >
      <CallCard call={call} today={today} />
      <p className="mt-3 text-muted-foreground empty:hidden">
        <AlertLine alerts={call.alerts} zone={today.timeZone} />
      </p>
    </Dialog>
  )
  return { open: openCall, dialog }
}

type RowsProps = {
  label: string
  calls: TodayCall[]
  today: Pick<Today, 'now' | 'timeZone'>
  canRemove?: boolean
}

function CallText({ call }: { call: TodayCall }) {
  const { caller, words, isTest } = call
  const reason = formatReason(call)
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
      {getCallText(call)}
      {reason && <span className="ml-2 whitespace-nowrap text-muted-foreground">{reason}</span>}
    </>
  )
}

function CallRow({ call, today, onOpen }: { call: TodayCall; today: RowsProps['today']; onOpen: () => void }) {
  const { attention, urgency, startedAt, alerts, safetyKind } = call
  const href = useSample()?.getHref(`${AREAS.calls.path}/${call.id}`)
  const isUrgencyVisible = urgency && urgency !== 'later' && call.outcome !== 'emergency'
  const visitWindow = formatVisitWindow(call, today.timeZone)
  return (
    <CallSummaryRow
      tone={attention ? 'primary' : 'quiet'}
      badge={getStateTone(call)}
      dateTime={startedAt}
      time={formatCallTime(startedAt, today)}
      summary={<CallText call={call} />}
      attention={attention}
      note={alerts.length > 0 && <AlertLine alerts={alerts} zone={today.timeZone} />}
      urgency={
        safetyKind ? (
          <Badge tone="urgent">{SAFETY_KINDS[safetyKind]}</Badge>
        ) : (
          isUrgencyVisible && `Needs service: ${URGENCIES[urgency].toLowerCase()}`
        )
      }
      visit={visitWindow && `Visit: ${visitWindow}`}
      state={formatState(call)}
      {...(href ? { href } : { onOpen })}
      className="transition-colors hover:bg-muted md:gap-x-4 md:grid-cols-[6.5rem_minmax(0,1fr)_auto] md:grid-rows-[auto_auto] md:items-baseline md:[grid-template-areas:'time_words_state'_'time_more_more'] [&>.today-more]:justify-start [&>.today-words]:min-h-11 [&>.today-words]:cursor-pointer [&>.today-words]:text-left [&>.today-words]:after:absolute [&>.today-words]:after:inset-0 [&>.today-words]:focus-visible:outline-none [&>.today-words]:focus-visible:after:shadow-[inset_0_0_0_4px_var(--background)] [&>.today-words]:focus-visible:after:outline-2 [&>.today-words]:focus-visible:after:-outline-offset-2 [&>.today-words]:focus-visible:after:outline-foreground md:[&>.today-words]:min-h-0"
    />
  )
}

export function CallRows({ label, calls, today, canRemove = false }: RowsProps) {
  const { open, dialog } = useCallCard(calls, today, canRemove)
  return (
    <>
      <ul aria-label={label} className="-mx-3">
        {calls.map((call) => (
          <CallRow key={call.id} call={call} today={today} onOpen={() => open(call)} />
        ))}
      </ul>
      {dialog}
    </>
  )
}
