import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import type { CallerPage } from '@/lib/callers/record.ts'
import { STAGES } from '@/lib/leads/lead.ts'
import { formatDate, formatDateTime, formatWindow } from '@/lib/time/zone.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { RecordLink } from '../calls/record-link.tsx'

type Entry = {
  id: string
  at: string
  href: string
  icon: IconName
  kind: string
  about: string
  when: string
  state: string
}

/** Calls, leads and visits in one order, latest first. */
function entriesOf({ calls, leads, visits, timeZone: zone }: CallerPage): Entry[] {
  const entries: Entry[] = [
    ...calls.map(({ id, startedAt, outcome, callerWords, summary }) => ({
      id,
      at: startedAt,
      href: `${AREAS.calls.path}/${id}`,
      icon: 'phone' as const,
      kind: 'Call',
      about: callerWords ? `“${callerWords}”` : (summary ?? (outcome === 'missed' ? 'Nobody answered' : 'Call')),
      when: formatDateTime(startedAt, zone),
      state: CALL_OUTCOMES[outcome],
    })),
    ...leads.map(({ id, problem, stage, createdAt }) => ({
      id,
      at: createdAt,
      href: `${AREAS.leads.path}/${id}`,
      icon: 'inbox' as const,
      kind: 'Lead',
      about: problem,
      when: formatDateTime(createdAt, zone),
      state: STAGES[stage],
    })),
    ...(visits ?? []).map(({ id, job, startsAt, endsAt, state, technician }) => ({
      id,
      at: startsAt,
      href: `${AREAS.appointments.path}?view=list&visit=${id}`,
      icon: 'calendar' as const,
      kind: 'Visit',
      about: [job, technician].filter(Boolean).join(' · '),
      when: `${formatDate(startsAt, zone)}, ${formatWindow(startsAt, endsAt, zone)}`,
      state: APPOINTMENT_STATES[state],
    })),
  ]
  return entries.toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** What happened with a caller, each with a link to it. */
export function CallerTimeline({ page }: { page: CallerPage }) {
  const entries = entriesOf(page)
  const { counts, calls, leads } = page
  const isCut = counts.calls > calls.length || counts.leads > leads.length
  if (entries.length === 0) return <p className="text-muted-foreground">No call, lead or visit is left.</p>
  return (
    <>
      <ul className="grid grid-cols-1 gap-1">
        {entries.map(({ id, href, icon, kind, about, when, state }) => (
          <li key={`${kind} ${id}`}>
            <RecordLink href={href}>
              <Icon name={icon} size={18} className="flex-none text-muted-foreground" />
              <span className="min-w-0 flex-1">
                <span className="sr-only">{kind}: </span>
                <span className="block truncate">{about}</span>
                <span className="text-muted-foreground">{when}</span>
              </span>
              <span className="text-muted-foreground">{state}</span>
            </RecordLink>
          </li>
        ))}
      </ul>
      {isCut && <p className="mt-3 text-muted-foreground">These are the latest. All of them are in an export.</p>}
    </>
  )
}
