import { useRef } from 'react'
import { SAFETY_KINDS } from '@/lib/dashboard/model/safety.ts'
import { URGENCIES } from '@/lib/dashboard/model/lead.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { type Reader, buildQueryKey } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatTime } from '@/lib/platform/time/zone.ts'
import type { ResolvedCall, Today, TodayCall } from '@/lib/dashboard/today/today.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'
import { Panel } from '../../ui/panel.tsx'
import { AlertLine } from '../alerts/call-alerts.tsx'
import { CallButton } from '../phone-actions.tsx'
import { formatReason } from '../calls/call-format.ts'
import { useCallCard } from './call-rows.tsx'
import { formatCallTime, formatCallerName, buildWaitingHref, formatWaitingCount, getCallText } from './today-format.ts'
import { formatNumber } from '@/lib/values/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callRecord } from '@/lib/dashboard/model/call-record.ts'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

type ResolutionChange = { call: TodayCall & { attention: string }; isDone: boolean }

const savedSchema = z.object({ call: callRecord })

const mapCalls = (today: Today, change: <Call extends TodayCall>(call: Call) => Call): Today => ({
  ...today,
  waiting: today.waiting.map(change),
  calls: today.calls.map(change),
  done: today.done.map(change),
})

function findVersion(today: Today | undefined, { id, version }: TodayCall): number {
  const knownCall = [...(today?.waiting ?? []), ...(today?.done ?? [])].find((call) => call.id === id)
  return Math.max(version, knownCall?.version ?? 0)
}

const sortByTime = (calls: TodayCall[]) => calls.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))

function applyResolution(today: Today, { call, isDone }: ResolutionChange): Today {
  const { waiting, done, waitingCount } = today
  const removeCall = <Call extends TodayCall>(calls: Call[]) => calls.filter(({ id }) => id !== call.id)
  const { doneAt: _before, ...reopenedCall } = { doneAt: '', ...call, version: findVersion(today, call) }
  const resolvedCall: ResolvedCall = { ...reopenedCall, doneAt: new Date().toISOString() }
  return {
    ...today,
    waiting: isDone ? removeCall(waiting) : sortByTime([...removeCall(waiting), reopenedCall]),
    waitingCount: Math.max(0, waitingCount + (isDone ? -1 : 1)),
    done: isDone ? [resolvedCall, ...removeCall(done)] : removeCall(done),
    calls: today.calls.map((current) =>
      current.id === call.id ? { ...current, attention: isDone ? null : call.attention } : current,
    ),
  }
}

const describeCurrentCall = (current: unknown) =>
  callRecord.safeParse(current).data?.attentionEndedAt ? 'Someone else already resolved this call.' : undefined

function useResolveCall(reader: Reader) {
  const cache = useQueryClient()
  const key = buildQueryKey('today', reader)
  const send = async ({ call, isDone }: ResolutionChange) => {
    const { id } = call
    const change = { version: findVersion(cache.getQueryData<Today>(key), call), attentionEnded: isDone }
    const result = await sendChange<object>(`calls/${id}`, 'PATCH', change)
    const savedCall = savedSchema.safeParse(result).data?.call
    if (savedCall) {
      cache.setQueryData<Today>(
        key,
        (cached) =>
          cached && mapCalls(cached, (call) => (call.id === id ? { ...call, version: savedCall.version } : call)),
      )
    }
    return result
  }
  const options = {
    // Changes run one at a time, so that each request contains the version of the previous response.
    record: 'today',
    send,
    changes: [buildCachedChange<Today, ResolutionChange>(key, applyResolution)],
    invalidates: [['dashboard']],
    describeCurrent: describeCurrentCall,
  }
  const reopen = useOptimisticMutation<ResolutionChange, object>({
    ...options,
    buildToast: ({ call }) => ({ title: 'Reopened', ...(call.caller && { description: call.caller }) }),
  })
  return useOptimisticMutation<ResolutionChange, object>({
    ...options,
    buildToast: ({ call, isDone }) => {
      const title = isDone ? 'Resolved' : 'Reopened'
      const undo = { label: 'Undo', onAction: () => reopen.mutate({ call, isDone: false }) }
      return {
        title,
        ...(call.caller && { description: call.caller }),
        ...(isDone && { tone: 'accent', action: undo }),
      }
    },
  })
}

type TodayContext = Pick<Today, 'now' | 'timeZone'>

const actionsClass = 'flex flex-wrap items-center gap-2 max-md:*:[&.button]:flex-1'

type RowProps = {
  call: TodayCall
  today: TodayContext
  onOpen: () => void
  /** Undefined if the user may not edit. */
  onDone: ((pressed: HTMLElement) => void) | undefined
}

const nameClass =
  'inline-flex min-h-8 cursor-pointer items-center text-left text-note font-semibold underline-offset-[0.22em] hover:underline pointer-coarse:min-h-11'

function WaitingRow({ call, today, onOpen, onDone }: RowProps) {
  const { attention, alerts, phone, startedAt, urgency, safetyKind } = call
  const name = formatCallerName(call)
  const reason = formatReason(call)
  const href = useSample()?.getHref(`${AREAS.calls.path}/${call.id}`)
  return (
    <li className="relative grid gap-x-5 gap-y-3 border-t border-l-2 border-border border-l-primary py-3 pr-3 pl-2.5 first:border-t-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {href ? (
            <a href={href} className={nameClass}>
              {name}
            </a>
          ) : (
            <button type="button" className={nameClass} onClick={onOpen}>
              {name}
            </button>
          )}
          {phone && call.caller && (
            <span className="data whitespace-nowrap text-muted-foreground">{formatPhone(phone)}</span>
          )}
          <time dateTime={startedAt} className="data whitespace-nowrap text-muted-foreground">
            {formatCallTime(startedAt, today)}
          </time>
          {safetyKind && <Badge tone="urgent">{SAFETY_KINDS[safetyKind]}</Badge>}
          {reason && <span className="text-muted-foreground">{reason}</span>}
          {urgency && urgency !== 'later' && !safetyKind && (
            <span className="text-muted-foreground">{`Needs service: ${URGENCIES[urgency].toLowerCase()}`}</span>
          )}
        </div>
        <p className="mt-0.5 text-note font-semibold text-primary">{attention}</p>
        <p className="mt-0.5 text-muted-foreground">{getCallText(call)}</p>
        {alerts.length > 0 && (
          <p className="mt-1 text-muted-foreground">
            <AlertLine alerts={alerts} zone={today.timeZone} />
          </p>
        )}
      </div>
      <div className={actionsClass}>
        {href && <ButtonLink href={href}>View call</ButtonLink>}
        {phone && <CallButton number={phone} />}
        {onDone && (
          <Button aria-label={`Resolve: ${name}`} onClick={({ currentTarget }) => onDone(currentTarget)}>
            <Icon name="check" size={16} />
            Resolve
          </Button>
        )}
      </div>
    </li>
  )
}

type ResolvedCallsProps = {
  calls: ResolvedCall[]
  zone: string
  onReopen: ((call: ResolvedCall, pressed: HTMLElement) => void) | undefined
}

function ResolvedCalls({ calls, zone, onReopen }: ResolvedCallsProps) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg pr-2 text-muted-foreground hover:text-foreground">
        <Icon name="check" size={16} className="text-accent" />
        {`Resolved today: ${formatNumber(calls.length)}`}
        <Icon name="down" size={14} />
      </summary>
      <ul aria-label="Resolved today" className="-mx-3">
        {calls.map((call) => (
          <li
            key={call.id}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-border px-3 py-2.5"
          >
            <span className="min-w-0 flex-1 basis-60">
              <AppLink href={`${AREAS.calls.path}/${call.id}`} className="text-link">
                {formatCallerName(call)}
              </AppLink>
              <span className="block text-muted-foreground">{call.attention}</span>
            </span>
            <span className="data whitespace-nowrap text-muted-foreground">{formatTime(call.doneAt, zone)}</span>
            {onReopen && (
              <Button
                variant="quiet"
                aria-label={`Reopen: ${formatCallerName(call)}`}
                onClick={({ currentTarget }) => onReopen(call, currentTarget)}
              >
                Reopen
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/**
 * Returns the button that gets the focus when a row is removed. It is the same button in the next or the previous row.
 */
function findNeighborButton(button: HTMLElement): HTMLElement | undefined {
  const row = button.closest('li')
  const word = button.ariaLabel?.split(':')[0] ?? ''
  const findButton = (sibling: Element | null | undefined) =>
    sibling?.querySelector<HTMLElement>(`button[aria-label^="${word}:"]`) ?? undefined
  return findButton(row?.nextElementSibling) ?? findButton(row?.previousElementSibling)
}

export function WaitingCalls({ reader, today, canChange }: { reader: Reader; today: Today; canChange: boolean }) {
  const { waiting, waitingCount, done, timeZone } = today
  const sectionRef = useRef<HTMLElement>(null)
  const { open, dialog } = useCallCard(waiting, today)
  const { mutate } = useResolveCall(reader)
  const change = (call: TodayCall, isDone: boolean, button: HTMLElement) => {
    const { attention } = call
    if (attention === null) return
    const next = findNeighborButton(button) ?? sectionRef.current
    next?.focus()
    mutate({ call: { ...call, attention }, isDone })
  }
  if (waitingCount === 0 && done.length === 0) return null
  const title = waitingCount === 0 ? 'Nothing needs your attention right now' : formatWaitingCount(waitingCount)
  return (
    <section ref={sectionRef} tabIndex={-1} aria-label={title} className="rounded-xl outline-none">
      <Panel title={title}>
        {waiting.length > 0 && (
          <ul aria-label="Calls that need attention" className="-mx-3">
            {waiting.map((call) => (
              <WaitingRow
                key={call.id}
                call={call}
                today={today}
                onOpen={() => open(call)}
                onDone={canChange ? (button) => change(call, true, button) : undefined}
              />
            ))}
          </ul>
        )}
        {waitingCount > waiting.length && (
          <p className="mt-3">
            <AppLink href={buildWaitingHref()} className="text-link">
              See all {formatNumber(waitingCount)}
            </AppLink>
          </p>
        )}
        {done.length > 0 && (
          <ResolvedCalls
            calls={done}
            zone={timeZone}
            onReopen={canChange ? (call, button) => change(call, false, button) : undefined}
          />
        )}
      </Panel>
      {dialog}
    </section>
  )
}
