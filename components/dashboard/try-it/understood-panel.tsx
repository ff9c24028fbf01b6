import type { ReactNode } from 'react'
import type { TryItResponse } from '@/lib/dashboard/try-it/try-it.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { CALL_FACTS, CALL_OUTCOMES } from '@/lib/dashboard/model/call.ts'
import { INTENTS } from '@/lib/dashboard/model/intent.ts'
import { SAFETY_KINDS } from '@/lib/dashboard/model/safety.ts'
import { URGENCIES } from '@/lib/dashboard/model/lead.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { formatDay, formatTime, formatWindow } from '@/lib/platform/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DescriptionList, TextLink } from '../page.tsx'

const NEXT_STEP_LABELS: Record<NonNullable<TryItResponse['next']>, string> = {
  problem: 'Problem',
  safety: 'Any danger',
  address: 'Address',
  zip: 'ZIP code',
  name: 'Caller’s name',
  phone: 'Phone number',
  window: 'Arrival window',
}

const NO_WINDOW_REASONS: Record<NonNullable<TryItResponse['noWindowReason']>, string> = {
  refused: 'None (job or brand excluded)',
  emergency: 'None in an emergency',
  unwanted: 'None for this kind of call',
  'visit-unknown': 'None until the visit is found',
  'none-free': 'No openings within your hours',
}

const renderMuted = (text: string) => <span className="text-muted-foreground">{text}</span>

function describeOpening({ situation: { isOpen, changesAt, closedFor }, timeZone }: TryItResponse): string {
  const changeTime = changesAt && `${formatDay(changesAt, timeZone)}, ${formatTime(changesAt, timeZone)}`
  if (isOpen) return changeTime ? `Open until ${formatTime(changesAt, timeZone)}` : 'Open'
  const closed = closedFor ?? 'Closed'
  return changeTime ? `${closed} until ${changeTime}` : closed
}

function describeArea({ area }: TryItResponse): ReactNode {
  if (area.state === 'served') return `${area.zip} · ${area.crew ?? 'any crew'}`
  if (area.state === 'not-served') return `${area.zip} is outside your service area`
  return renderMuted(area.why === 'no-area' ? 'No service area set' : 'Not mentioned yet')
}

function describeJob({ job }: TryItResponse): ReactNode {
  if (job.state === 'refused') return `“${job.job}” is a job you don’t do`
  if (job.state === 'taken') return `“${job.job}” is on your job list`
  return job.state === 'unlisted' ? 'Not on your job list, so your office confirms it' : renderMuted('Any')
}

function Urgency({ answer }: { answer: TryItResponse }) {
  const { name, rule, place, danger } = answer.urgency
  return (
    <>
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={name === 'now' ? 'primary' : 'quiet'}>{URGENCIES[name]}</Badge>
        {danger && <Badge tone="primary">{SAFETY_KINDS[danger]}</Badge>}
      </span>
      <span className="mt-1 block text-muted-foreground">
        {!rule && 'No urgency keyword matched'}
        {rule && !danger && rule}
        {rule && place && `${danger ? '' : '. '}The caller said “${place.quote}”.`}
      </span>
    </>
  )
}

function PagedPeople({ paged }: Pick<TryItResponse, 'paged'>) {
  if (!paged) return renderMuted('No one (not an emergency)')
  if (paged.length === 0) {
    return (
      <span className="text-primary">No one is on call at this hour. Today will show that no one could be paged.</span>
    )
  }
  return (
    <ol className="grid gap-0.5">
      {paged.map(({ name, phone, afterMinutes }, position) => (
        <li key={`${position} ${phone}`}>
          {name}, {formatPhone(phone)}
          {renderMuted(afterMinutes === 0 ? ' right away' : ` after ${afterMinutes} minutes without an answer`)}
        </li>
      ))}
    </ol>
  )
}

function Windows({ answer }: { answer: TryItResponse }) {
  const { windows, noWindowReason, chosen, timeZone } = answer
  const formatAppointment = ({ startsAt, endsAt }: TryItResponse['windows'][number]) =>
    `${formatDay(startsAt, timeZone)}, ${formatWindow(startsAt, endsAt, timeZone)}`
  if (chosen) return `${formatAppointment(chosen)}, chosen`
  if (noWindowReason) return renderMuted(NO_WINDOW_REASONS[noWindowReason])
  return (
    <ul className="grid gap-0.5">
      {windows.map((appointmentWindow) => (
        <li key={appointmentWindow.startsAt}>{formatAppointment(appointmentWindow)}</li>
      ))}
    </ul>
  )
}

function buildVisitRows({ visit, intent, timeZone }: TryItResponse): [string, ReactNode][] {
  if (intent !== 'cancel' && intent !== 'reschedule' && intent !== 'status') return []
  const visitText =
    visit && `${formatDay(visit.startsAt, timeZone)}, ${formatWindow(visit.startsAt, visit.endsAt, timeZone)}`
  return [['Booked visit', visitText ?? renderMuted('None found for this number')]]
}

function MissingSettings({ missing }: Pick<TryItResponse, 'missing'>) {
  const warnings = {
    hours: ['No business hours set', AREAS.business],
    area: ['No service area set', AREAS.business],
    onCall: ['No one on call', AREAS.onCall],
  } as const
  if (missing.length === 0) return null
  return (
    <ul className="mb-4 grid gap-1 rounded-lg border border-primary/50 p-3">
      {missing.map((name) => {
        const [warning, { path, label }] = warnings[name]
        return (
          <li key={name}>
            {warning}: <TextLink href={path}>{label}</TextLink>
          </li>
        )
      })}
    </ul>
  )
}

export function UnderstoodPanel({ answer }: { answer: TryItResponse }) {
  const { at, timeZone, next, brand, outcome, attention, note, missing, paged } = answer
  return (
    <>
      <Panel title="Call details">
        <div aria-live="polite">
          <MissingSettings missing={missing} />
          <DescriptionList
            rows={[
              ['Time', `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}: ${describeOpening(answer)}`],
              ['Reason', answer.intent ? INTENTS[answer.intent] : renderMuted('Not mentioned yet')],
              ...buildVisitRows(answer),
              ['ZIP and crew', describeArea(answer)],
              ['Urgency', <Urgency key="urgency" answer={answer} />],
              ['Job', describeJob(answer)],
              [
                'Brand',
                brand
                  ? `${brand.brand} is ${brand.state === 'served' ? 'a brand you service' : 'a brand you don’t service'}`
                  : renderMuted('Not mentioned yet'),
              ],
              ['Next question', next ? NEXT_STEP_LABELS[next] : renderMuted('None')],
              ['Who gets called', <PagedPeople key="paged" paged={paged} />],
              ['Arrival windows', <Windows key="windows" answer={answer} />],
              ['Outcome', CALL_OUTCOMES[outcome]],
              ...(attention
                ? [
                    [
                      'Needs attention',
                      <span key="attention" className="text-primary">
                        {attention}
                      </span>,
                    ] as [string, ReactNode],
                  ]
                : []),
            ]}
          />
        </div>
      </Panel>
      <Panel title="Call summary" note="What your technician would see.">
        {note.length > 0 ? (
          <DescriptionList
            rows={note.map(({ field, value }) => [CALL_FACTS[field], field === 'phone' ? formatPhone(value) : value])}
          />
        ) : (
          <p className="text-muted-foreground">Nothing yet. The caller hasn’t said anything.</p>
        )}
      </Panel>
    </>
  )
}
