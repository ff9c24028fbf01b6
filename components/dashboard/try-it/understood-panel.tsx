import type { ReactNode } from 'react'
import type { TryItAnswer } from '@/lib/dashboard/try-it/try-it.ts'
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

const NEXT: Record<NonNullable<TryItAnswer['next']>, string> = {
  problem: 'What is wrong',
  safety: 'Whether there is danger',
  address: 'The address',
  zip: 'The ZIP code',
  name: 'The name',
  phone: 'The phone number',
  window: 'Which window suits',
}

const NO_WINDOW_REASONS: Record<NonNullable<TryItAnswer['noWindowReason']>, string> = {
  refused: 'None: it is refused',
  emergency: 'None in an emergency',
  unwanted: 'None for this kind of call',
  'visit-unknown': 'None until the visit is found',
  'none-free': 'None is free within your hours',
}

const quiet = (text: string) => <span className="text-muted-foreground">{text}</span>

function openWords({ situation: { isOpen, changesAt }, timeZone }: TryItAnswer): string {
  const when = changesAt && `${formatDay(changesAt, timeZone)}, ${formatTime(changesAt, timeZone)}`
  if (isOpen) return when ? `Open until ${formatTime(changesAt, timeZone)}` : 'Open'
  return when ? `Closed until ${when}` : 'Closed'
}

function areaWords({ area }: TryItAnswer): ReactNode {
  if (area.state === 'served') return `${area.zip} · ${area.crew ?? 'any crew'}`
  if (area.state === 'not-served') return `${area.zip} is not served: declined`
  return quiet(area.why === 'no-area' ? 'You have not said where you work' : 'Not said yet')
}

function jobWords({ job }: TryItAnswer): ReactNode {
  if (job.state === 'refused') return `“${job.job}” is refused, in your words`
  if (job.state === 'taken') return `“${job.job}” is taken`
  return job.state === 'unlisted' ? 'Not among the jobs you take: a person confirms it' : quiet('Any')
}

function Urgency({ answer }: { answer: TryItAnswer }) {
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

function Paged({ paged }: Pick<TryItAnswer, 'paged'>) {
  if (!paged) return quiet('No one: not an emergency')
  if (paged.length === 0) {
    return <span className="text-primary">No one is on call at this hour. Today shows that nobody could be paged.</span>
  }
  return (
    <ol className="grid gap-0.5">
      {paged.map(({ name, phone, afterMinutes }, position) => (
        <li key={`${position} ${phone}`}>
          {name}, {formatPhone(phone)}
          {quiet(afterMinutes === 0 ? ' at once' : ` after ${afterMinutes} minutes without an answer`)}
        </li>
      ))}
    </ol>
  )
}

function Windows({ answer }: { answer: TryItAnswer }) {
  const { windows, noWindowReason, chosen, timeZone } = answer
  const words = ({ startsAt, endsAt }: TryItAnswer['windows'][number]) =>
    `${formatDay(startsAt, timeZone)}, ${formatWindow(startsAt, endsAt, timeZone)}`
  if (chosen) return `${words(chosen)}, chosen`
  if (noWindowReason) return quiet(NO_WINDOW_REASONS[noWindowReason])
  return (
    <ul className="grid gap-0.5">
      {windows.map((each) => (
        <li key={each.startsAt}>{words(each)}</li>
      ))}
    </ul>
  )
}

function visitRow({ visit, intent, timeZone }: TryItAnswer): [string, ReactNode][] {
  if (intent !== 'cancel' && intent !== 'reschedule' && intent !== 'status') return []
  const found =
    visit && `${formatDay(visit.startsAt, timeZone)}, ${formatWindow(visit.startsAt, visit.endsAt, timeZone)}`
  return [['Booked visit', found ?? quiet('None found under this number')]]
}

function MissingSettings({ missing }: Pick<TryItAnswer, 'missing'>) {
  const words = {
    hours: ['You have not said when you are open', AREAS.business],
    area: ['You have not said which ZIP codes you serve', AREAS.business],
    onCall: ['You have not said whom to wake', AREAS.onCall],
  } as const
  if (missing.length === 0) return null
  return (
    <ul className="mb-4 grid gap-1 rounded-lg border border-primary/50 p-3">
      {missing.map((name) => {
        const [sentence, { path, label }] = words[name]
        return (
          <li key={name}>
            {sentence}: <TextLink href={path}>{label}</TextLink>
          </li>
        )
      })}
    </ul>
  )
}

export function UnderstoodPanel({ answer }: { answer: TryItAnswer }) {
  const { at, timeZone, next, brand, outcome, attention, note, missing, paged } = answer
  return (
    <>
      <Panel title="What it understood">
        <div aria-live="polite">
          <MissingSettings missing={missing} />
          <DescriptionList
            rows={[
              ['Time', `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}: ${openWords(answer)}`],
              ['Reason', answer.intent ? INTENTS[answer.intent] : quiet('Not said yet')],
              ...visitRow(answer),
              ['ZIP and crew', areaWords(answer)],
              ['Urgency', <Urgency key="urgency" answer={answer} />],
              ['Job', jobWords(answer)],
              ['Brand', brand ? `${brand.brand} is ${brand.state}` : quiet('Not said yet')],
              ['Asks next', next ? NEXT[next] : quiet('Nothing more')],
              ['Who is called', <Paged key="paged" paged={paged} />],
              ['Windows', <Windows key="windows" answer={answer} />],
              ['Ends as', CALL_OUTCOMES[outcome]],
              ...(attention
                ? [
                    [
                      'Needs you',
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
      <Panel title="The note" note="What whoever goes there would read.">
        {note.length > 0 ? (
          <DescriptionList
            rows={note.map(({ field, value }) => [CALL_FACTS[field], field === 'phone' ? formatPhone(value) : value])}
          />
        ) : (
          <p className="text-muted-foreground">Nothing yet: the caller has not said anything.</p>
        )}
      </Panel>
    </>
  )
}
