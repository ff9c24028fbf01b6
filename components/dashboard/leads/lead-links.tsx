import type { ReactNode } from 'react'
import { APPOINTMENT_STATES } from '@/lib/appointments/appointment.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/calls/call.ts'
import type { LeadAppointment, LeadCall, LeadPage } from '@/lib/leads/record.ts'
import { dayKey, formatTime, formatWindow } from '@/lib/time/zone.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { briefDay } from './lead-words.ts'

type RowProps = { href: string; icon: IconName; isCalm: boolean; what: ReactNode; more: ReactNode; state: string }

function Row({ href, icon, isCalm, what, more, state }: RowProps) {
  return (
    <li>
      <AppLink
        href={href}
        className="-mx-3 flex min-h-11 items-start gap-3 rounded-lg px-3 py-2.5 transition-colors hover:bg-muted"
      >
        <Icon name={icon} size={18} className={isCalm ? 'text-accent' : 'text-muted-foreground'} />
        <span className="min-w-0 flex-1">
          <span className="flex justify-between gap-3">
            {what}
            <span className="text-muted-foreground">{state}</span>
          </span>
          {more && <span className="line-clamp-4 text-muted-foreground">{more}</span>}
        </span>
      </AppLink>
    </li>
  )
}

type Times = { zone: string; today: string }

function Call({ call, zone, today }: Times & { call: LeadCall }) {
  const { id, startedAt, outcome, summary } = call
  return (
    <Row
      href={`${AREAS.calls.path}/${id}`}
      icon="phone"
      isCalm={outcome === 'booked'}
      what={`${briefDay(startedAt, today, zone)}, ${formatTime(startedAt, zone)}`}
      more={summary}
      state={CALL_OUTCOMES[outcome]}
    />
  )
}

function Visit({ visit, zone, today }: Times & { visit: LeadAppointment }) {
  const { startsAt, endsAt, state, job, technician } = visit
  const week = `${AREAS.appointments.path}?day=${dayKey(startsAt, zone)}`
  return (
    <Row
      href={week}
      icon="calendar"
      isCalm={state === 'confirmed' || state === 'done'}
      what={`${briefDay(startsAt, today, zone)}, ${formatWindow(startsAt, endsAt, zone)}`}
      more={[technician, job].filter(Boolean).join(' · ')}
      state={APPOINTMENT_STATES[state]}
    />
  )
}

function Section({ id, title, none, children }: { id: string; title: string; none: string; children: ReactNode[] }) {
  return (
    <section aria-labelledby={id} className="rounded-xl panel p-5">
      <h2 id={id} className="text-base leading-tight tracking-normal">
        {title}
      </h2>
      {children.length > 0 ? (
        <ul className="mt-2 -mb-2 grid gap-1">{children}</ul>
      ) : (
        <p className="mt-2 text-muted-foreground">{none}</p>
      )}
    </section>
  )
}

/** The calls and visits of a lead, each with a link to it. */
export function LeadLinks({ page }: { page: LeadPage }) {
  const { calls, appointments, timeZone: zone, today } = page
  return (
    <>
      {appointments && (
        <Section id="lead-visits" title="Visits" none="None booked yet.">
          {appointments.map((visit) => (
            <Visit key={visit.id} visit={visit} zone={zone} today={today} />
          ))}
        </Section>
      )}
      <Section id="lead-calls" title="Calls" none="None from this number.">
        {calls.map((call) => (
          <Call key={call.id} call={call} zone={zone} today={today} />
        ))}
      </Section>
    </>
  )
}
