'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import { INTENT_NAMES, INTENTS, type Intent } from '@/lib/calls/intent.ts'
import { SAFETY_KINDS } from '@/lib/calls/safety.ts'
import type { PlacedFact } from '@/lib/calls/facts.ts'
import type { CallDetail, CallRecord } from '@/lib/calls/record.ts'
import { STAGES } from '@/lib/leads/lead.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { dayKey, formatDate, formatDay, formatDayKey, formatTime, formatWindow } from '@/lib/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { useSample } from '../../ui/sample.ts'
import { BackLink } from '../back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { RemoveTest } from '../try-it/remove-test.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { CallAttention } from './call-attention.tsx'
import { CallRecording } from './call-recording.tsx'
import { CallTranscript } from './call-transcript.tsx'
import { callerOf, durationInWords, languageName, outcomeTone } from './call-words.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { HandoverCard } from './handover-card.tsx'
import { RecordLink } from './record-link.tsx'
import { callQuery, useCallEdit } from './use-call.ts'

/** Says that a call is a test, and takes it away. */
function TestNote({ call, mayChange }: { call: CallRecord; mayChange: boolean }) {
  const router = useRouter()
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-border bg-card p-4">
      <p>A test call from “{AREAS.tryIt.label}”. It counts nowhere; its lead and its visit are marked as well.</p>
      {mayChange && (
        <RemoveTest callId={call.id} label="Remove this test" onRemoved={() => router.push(AREAS.calls.path)} />
      )}
    </div>
  )
}

/** What the caller wanted, as a select for members who may change calls. */
function Reason({ intent, onChange }: { intent: Intent | null; onChange: ((intent: Intent) => void) | undefined }) {
  if (!onChange) return intent && <p className="mt-3 text-muted-foreground">Reason: {INTENTS[intent]}</p>
  return (
    <Select<Intent>
      className="mt-3 max-w-56"
      label="Reason"
      options={INTENT_NAMES.map((value) => ({ value, label: INTENTS[value] }))}
      value={intent}
      placeholder="Unknown"
      onChange={onChange}
    />
  )
}

type HeadProps = { call: CallRecord; zone: string; onReason: ((intent: Intent) => void) | undefined }

function CallHead({ call, zone, onReason }: HeadProps) {
  const { startedAt, duration, outcome, language, callerName, callerPhone, callerWords } = call
  const facts = [
    `${formatDayKey(dayKey(startedAt, zone), 'long')}, ${formatTime(startedAt, zone)}`,
    duration > 0 && durationInWords(duration),
    languageName(language),
  ].filter(Boolean)
  return (
    <header>
      <BackLink area="calls" />
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-heading">{callerOf(call)}</h1>
        <Badge tone={outcomeTone(call)}>{CALL_OUTCOMES[outcome]}</Badge>
        {call.safetyKind && <Badge tone="urgent">{SAFETY_KINDS[call.safetyKind]}</Badge>}
        {call.isTest && <Badge>Test</Badge>}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 text-muted-foreground">
        <p>{facts.join(' · ')}</p>
        {callerPhone && (
          <PhoneActions
            number={callerPhone}
            subject={{ kind: 'call', at: startedAt, zone }}
            isNumberHidden={!callerName}
          />
        )}
      </div>
      {callerWords && (
        <p className="mt-3 max-w-text font-display text-xl leading-[1.35] font-medium normal-nums text-balance">
          “{callerWords}”
        </p>
      )}
      {call.outcome !== 'missed' && <Reason intent={call.intent} onChange={onReason} />}
    </header>
  )
}

function CameOfIt({ detail }: { detail: CallDetail }) {
  const { call, lead, visits, timeZone: zone } = detail
  const isSample = useSample() !== undefined
  return (
    <section aria-labelledby="came-of-it" className="rounded-xl panel p-5">
      <h2 id="came-of-it" className="text-base leading-tight tracking-normal">
        What came of it
      </h2>
      <ul className="mt-3 grid gap-1">
        {lead && (
          <li>
            <RecordLink href={`${AREAS.leads.path}/${lead.id}`}>
              <Icon name="inbox" size={18} className="text-muted-foreground" />
              <span className="min-w-0 flex-1">{lead.name}</span>
              <span className="text-muted-foreground">{STAGES[lead.stage]}</span>
            </RecordLink>
          </li>
        )}
        {visits?.map(({ id, startsAt, endsAt, state, technician, isAskedAbout }) => (
          <li key={id}>
            <RecordLink href={AREAS.appointments.path}>
              <Icon
                name="calendar"
                size={18}
                className={state === 'confirmed' ? 'text-accent' : 'text-muted-foreground'}
              />
              <span className="min-w-0 flex-1">
                {formatDay(startsAt, zone)}, {formatWindow(startsAt, endsAt, zone)}
                {technician && <span className="block text-muted-foreground">{technician}</span>}
                {isAskedAbout && <span className="block text-muted-foreground">The visit they called about</span>}
              </span>
              <span className="text-muted-foreground">{APPOINTMENT_STATES[state]}</span>
            </RecordLink>
          </li>
        ))}
        {!lead && !visits?.length && <li className="text-muted-foreground">No lead and no visit.</li>}
        {call.callerPhone && !isSample && (
          <li>
            <RecordLink href={`${AREAS.callers.path}?call=${call.id}`}>
              <Icon name="person" size={18} className="text-muted-foreground" />
              Everything about this caller
            </RecordLink>
          </li>
        )}
      </ul>
    </section>
  )
}

function NoTranscript({ call, zone }: { call: CallRecord; zone: string }) {
  if (call.transcriptDeletedAt) {
    return (
      <Empty icon="clock" title={`Deleted on ${formatDate(call.transcriptDeletedAt, zone)}`}>
        The transcript had been kept as long as your settings say, or somebody asked for it to be deleted.
      </Empty>
    )
  }
  return (
    <Empty icon="message" title="No transcript">
      {call.outcome === 'missed' ? 'Nobody answered, so nothing was said.' : 'Nothing was written down in this call.'}
    </Empty>
  )
}

type LoadedProps = { detail: CallDetail; reader: Reader; mayChange: boolean }

function LoadedCall({ detail, reader, mayChange }: LoadedProps) {
  const { call, timeZone: zone } = detail
  const [fact, setFact] = useState<PlacedFact>()
  const { mutate } = useCallEdit(call, reader, (edit) => ({
    title: 'correction' in edit ? 'Corrected' : 'Reason changed',
    tone: 'accent',
  }))
  const onCorrect = mayChange ? setFact : undefined
  return (
    <>
      <CallHead call={call} zone={zone} onReason={mayChange ? (intent) => mutate({ intent }) : undefined} />
      {call.isTest && <TestNote call={call} mayChange={mayChange} />}
      <div className="mt-6 grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start">
        <div className="grid content-start gap-5 xl:order-1">
          <CallAttention call={call} alerts={detail.alerts} reader={reader} zone={zone} mayChange={mayChange} />
          <HandoverCard call={call} onCorrect={onCorrect} />
          <CameOfIt detail={detail} />
        </div>
        <Panel title="Transcript">
          <div className="mb-5">
            <CallRecording call={call} zone={zone} />
          </div>
          {call.transcript && call.transcript.length > 0 ? (
            <CallTranscript lines={call.transcript} onCorrect={onCorrect} />
          ) : (
            <NoTranscript call={call} zone={zone} />
          )}
        </Panel>
      </div>
      <CorrectDialog
        fact={fact}
        heard={fact && (fact.quote ?? call.transcript?.[fact.line]?.text)}
        onClose={() => setFact(undefined)}
        onCorrect={(correction) => {
          setFact(undefined)
          mutate({ correction })
        }}
      />
    </>
  )
}

type CallViewProps = {
  id: string
  reader: Reader
  hasFailed: boolean
  /** Whether this person may correct, hand over and end. */
  mayChange: boolean
}

/** A call: what is to be done about it, the note for whoever goes there, and what was said. */
export function CallView({ id, reader, hasFailed, mayChange }: CallViewProps) {
  return (
    <QueryResult what="This call" query={callQuery(id, reader)} hasFailed={hasFailed}>
      {(detail) => <LoadedCall detail={detail} reader={reader} mayChange={mayChange} />}
    </QueryResult>
  )
}
