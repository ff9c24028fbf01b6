'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { CALL_FACTS, CALL_OUTCOMES } from '@/lib/dashboard/model/call.ts'
import { type Intent, INTENT_NAMES, INTENTS } from '@/lib/dashboard/model/intent.ts'
import { SAFETY_KINDS } from '@/lib/dashboard/model/safety.ts'
import { collectFacts, type PlacedFact } from '@/lib/dashboard/calls/facts.ts'
import type { CallDetail, CallRecord } from '@/lib/dashboard/model/call-record.ts'
import { STAGES, URGENCIES } from '@/lib/dashboard/model/lead.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { toDayKey, formatDate, formatDay, formatDayKey, formatTime, formatWindow } from '@/lib/platform/time/zone.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { useSample } from '../../ui/sample.ts'
import { BackLink, RecordLink } from '../page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { RemoveTest } from '../try-it/remove-test.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { CallAttention } from './call-attention.tsx'
import { CallRecording, CallTranscript } from './call-transcript.tsx'
import { formatCaller, formatLongDuration, getLanguageName, getOutcomeTone } from './call-format.ts'
import { buildCallQuery, useCallEdit } from './use-call.ts'
import { HandoverNote } from './handover-note.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { FactCorrection } from '@/lib/dashboard/calls/input.ts'
import { buildStorableTextSchema } from '@/lib/values/fields.ts'
import { z } from '@/lib/values/zod.ts'
import { Dialog, FormActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

const urgencyOptions = Object.values(URGENCIES).map((label) => ({ value: label, label }))

type CorrectDialogProps = {
  fact: PlacedFact | undefined
  transcribedText: string | undefined
  onClose: () => void
  onCorrect: (correction: FactCorrection) => void
}

const correctionSchema = z.object({ value: buildStorableTextSchema(200, 'Enter the correct value') })

type CorrectFormProps = { fact: PlacedFact } & Pick<CorrectDialogProps, 'onClose' | 'onCorrect'>

function CorrectForm({ fact, onClose, onCorrect }: CorrectFormProps) {
  const { line, field } = fact
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(correctionSchema),
    defaultValues: fact,
  })
  const { errors } = formState
  return (
    <form onSubmit={handleSubmit(({ value }) => onCorrect({ line, field, value }))}>
      {field === 'urgency' ? (
        <Controller
          name="value"
          control={control}
          render={({ field: { value, onChange } }) => (
            <Select
              label="Correct value"
              options={urgencyOptions}
              // The select shows no value if the stored one is not an option. The stored value stays until the user
              // selects another one.
              value={urgencyOptions.some((option) => option.value === value) ? value : null}
              onChange={onChange}
            />
          )}
        />
      ) : (
        <TextField
          {...register('value')}
          label="Correct value"
          maxLength={200}
          autoComplete="off"
          error={errors.value?.message}
        />
      )}
      <FormActions submit="Save" cancel="Cancel" onCancel={onClose} />
    </form>
  )
}

function CorrectDialog({ fact, transcribedText, onClose, onCorrect }: CorrectDialogProps) {
  const [displayedFact, setDisplayedFact] = useState(fact)
  if (fact && fact !== displayedFact) setDisplayedFact(fact)
  if (!displayedFact) return null
  return (
    <Dialog
      isOpen={fact !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Edit: ${CALL_FACTS[displayedFact.field]}`}
      description={transcribedText && `Heard as “${transcribedText}”. The transcript stays unchanged.`}
    >
      <CorrectForm
        key={`${displayedFact.line} ${displayedFact.field} ${displayedFact.value}`}
        fact={displayedFact}
        onClose={onClose}
        onCorrect={onCorrect}
      />
    </Dialog>
  )
}

type HandoverCardProps = {
  call: CallRecord
  /** Undefined if the user may not edit. */
  onCorrect: ((fact: PlacedFact) => void) | undefined
}

function HandoverCard({ call, onCorrect }: HandoverCardProps) {
  const { transcript, summary, rule } = call
  const facts = transcript ? collectFacts(transcript) : []
  const missing = facts.filter(({ fact }) => !fact).map(({ field }) => CALL_FACTS[field].toLowerCase())
  const fields = facts.flatMap(({ field, fact }) => {
    if (!fact) return []
    const editButton = onCorrect && (
      <IconButton className="-my-2.75 -mr-3" aria-label={`Edit: ${CALL_FACTS[field]}`} onClick={() => onCorrect(fact)}>
        <Icon name="pencil" size={15} />
      </IconButton>
    )
    const note = fact.corrected && 'Edited'
    return [{ key: field, label: CALL_FACTS[field], value: fact.value, note, action: editButton }]
  })
  return (
    <section aria-labelledby="handover-title" className="rounded-xl panel p-5">
      <HandoverNote
        title={
          <h2 id="handover-title" className="text-base leading-tight tracking-normal">
            Call summary
          </h2>
        }
        summary={summary}
        fields={fields}
        missing={missing.length > 0 && `Still missing: ${missing.join(', ')}.`}
        rule={rule ? { label: 'Rule applied', text: rule } : undefined}
      />
    </section>
  )
}

function TestNote({ call, canChange }: { call: CallRecord; canChange: boolean }) {
  const router = useRouter()
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-border bg-card p-4">
      <p>
        Test call from “{AREAS.tryIt.label}”. It doesn’t count toward your plan. Its lead and visit are also labeled
        “Test”.
      </p>
      {canChange && (
        <RemoveTest callId={call.id} label="Delete test call" onRemoved={() => router.push(AREAS.calls.path)} />
      )}
    </div>
  )
}

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

type HeaderProps = { call: CallRecord; zone: string; onReasonChange: ((intent: Intent) => void) | undefined }

function CallHeader({ call, zone, onReasonChange }: HeaderProps) {
  const { startedAt, duration, outcome, language, callerName, callerPhone, callerWords } = call
  const facts = [
    `${formatDayKey(toDayKey(startedAt, zone), 'long')}, ${formatTime(startedAt, zone)}`,
    duration > 0 && formatLongDuration(duration),
    getLanguageName(language),
  ].filter(Boolean)
  return (
    <header>
      <BackLink area="calls" />
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-heading">{formatCaller(call)}</h1>
        <Badge tone={getOutcomeTone(call)}>{CALL_OUTCOMES[outcome]}</Badge>
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
      {call.outcome !== 'missed' && <Reason intent={call.intent} onChange={onReasonChange} />}
    </header>
  )
}

function CallResults({ detail }: { detail: CallDetail }) {
  const { call, lead, visits, timeZone: zone } = detail
  const isSample = useSample() !== undefined
  return (
    <section aria-labelledby="came-of-it" className="rounded-xl panel p-5">
      <h2 id="came-of-it" className="text-base leading-tight tracking-normal">
        Outcome
      </h2>
      <ul className="mt-3 grid gap-1">
        {lead && (
          <li>
            <RecordLink href={`${AREAS.leads.path}/${lead.id}`} icon="inbox" state={STAGES[lead.stage]}>
              {lead.name}
            </RecordLink>
          </li>
        )}
        {visits?.map(({ id, startsAt, endsAt, state, technician, isAskedAbout }) => (
          <li key={id}>
            <RecordLink
              href={AREAS.appointments.path}
              icon="calendar"
              isMuted={state === 'confirmed'}
              state={APPOINTMENT_STATES[state]}
            >
              {formatDay(startsAt, zone)}, {formatWindow(startsAt, endsAt, zone)}
              {technician && <span className="block text-muted-foreground">{technician}</span>}
              {isAskedAbout && <span className="block text-muted-foreground">The visit they called about</span>}
            </RecordLink>
          </li>
        ))}
        {!lead && !visits?.length && <li className="text-muted-foreground">No lead or visit.</li>}
        {call.callerPhone && !isSample && (
          <li>
            <RecordLink href={`${AREAS.callers.path}?call=${call.id}`} icon="person">
              View caller
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
        Its retention period ended, or someone requested deletion.
      </Empty>
    )
  }
  return (
    <Empty icon="message" title="No transcript">
      {call.outcome === 'missed' ? 'No one answered this call.' : 'Nothing was transcribed.'}
    </Empty>
  )
}

type LoadedCallProps = { detail: CallDetail; reader: Reader; canChange: boolean }

function LoadedCall({ detail, reader, canChange }: LoadedCallProps) {
  const { call, timeZone: zone } = detail
  const [editedFact, setEditedFact] = useState<PlacedFact>()
  const { mutate } = useCallEdit(call, reader, (edit) => ({
    title: 'correction' in edit ? 'Saved' : 'Reason updated',
    tone: 'accent',
  }))
  const onCorrect = canChange ? setEditedFact : undefined
  return (
    <>
      <CallHeader call={call} zone={zone} onReasonChange={canChange ? (intent) => mutate({ intent }) : undefined} />
      {call.isTest && <TestNote call={call} canChange={canChange} />}
      <div className="mt-6 grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start">
        <div className="grid content-start gap-5 xl:order-1">
          <CallAttention call={call} alerts={detail.alerts} reader={reader} zone={zone} canChange={canChange} />
          <HandoverCard call={call} onCorrect={onCorrect} />
          <CallResults detail={detail} />
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
        fact={editedFact}
        transcribedText={editedFact && (editedFact.quote ?? call.transcript?.[editedFact.line]?.text)}
        onClose={() => setEditedFact(undefined)}
        onCorrect={(correction) => {
          setEditedFact(undefined)
          mutate({ correction })
        }}
      />
    </>
  )
}

export function CallView({
  id,
  hasFailed,
  ...props
}: Omit<LoadedCallProps, 'detail'> & { id: string; hasFailed: boolean }) {
  return (
    <QueryResult subject="This call" query={buildCallQuery(id, props.reader)} hasFailed={hasFailed}>
      {(detail) => <LoadedCall {...props} detail={detail} />}
    </QueryResult>
  )
}
