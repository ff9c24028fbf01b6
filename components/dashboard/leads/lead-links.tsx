import type { ReactNode } from 'react'
import { APPOINTMENT_STATES } from '@/lib/dashboard/model/appointment.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { CALL_OUTCOMES } from '@/lib/dashboard/model/call.ts'
import type { LeadPage } from '@/lib/dashboard/leads/record.ts'
import { toDayKey, formatTime, formatWindow } from '@/lib/platform/time/zone.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { formatBriefDay } from './lead-format.ts'

type RowProps = { href: string; icon: IconName; isMuted: boolean; label: ReactNode; detail: ReactNode; state: string }

function Row({ href, icon, isMuted, label, detail, state }: RowProps) {
  return (
    <li>
      <AppLink
        href={href}
        className="-mx-3 flex min-h-11 items-start gap-3 rounded-lg px-3 py-2.5 transition-colors hover:bg-muted"
      >
        <Icon name={icon} size={18} className={isMuted ? 'text-accent' : 'text-muted-foreground'} />
        <span className="min-w-0 flex-1">
          <span className="flex justify-between gap-3">
            {label}
            <span className="text-muted-foreground">{state}</span>
          </span>
          {detail && <span className="line-clamp-4 text-muted-foreground">{detail}</span>}
        </span>
      </AppLink>
    </li>
  )
}

function Section({
  id,
  title,
  emptyText,
  children,
}: {
  id: string
  title: string
  emptyText: string
  children: ReactNode[]
}) {
  return (
    <section aria-labelledby={id} className="rounded-xl panel p-5">
      <h2 id={id} className="text-base leading-tight tracking-normal">
        {title}
      </h2>
      {children.length > 0 ? (
        <ul className="mt-2 -mb-2 grid gap-1">{children}</ul>
      ) : (
        <p className="mt-2 text-muted-foreground">{emptyText}</p>
      )}
    </section>
  )
}

export function LeadLinks({ page }: { page: LeadPage }) {
  const { calls, appointments, timeZone: zone, today } = page
  return (
    <>
      {appointments && (
        <Section id="lead-visits" title="Visits" emptyText="No visits booked yet.">
          {appointments.map(({ id, startsAt, endsAt, state, job, technician }) => (
            <Row
              key={id}
              href={`${AREAS.appointments.path}?day=${toDayKey(startsAt, zone)}`}
              icon="calendar"
              isMuted={state === 'confirmed' || state === 'done'}
              label={`${formatBriefDay(startsAt, today, zone)}, ${formatWindow(startsAt, endsAt, zone)}`}
              detail={[technician, job].filter(Boolean).join(' · ')}
              state={APPOINTMENT_STATES[state]}
            />
          ))}
        </Section>
      )}
      <Section id="lead-calls" title="Calls" emptyText="No calls from this number.">
        {calls.map(({ id, startedAt, outcome, summary }) => (
          <Row
            key={id}
            href={`${AREAS.calls.path}/${id}`}
            icon="phone"
            isMuted={outcome === 'booked'}
            label={`${formatBriefDay(startedAt, today, zone)}, ${formatTime(startedAt, zone)}`}
            detail={summary}
            state={CALL_OUTCOMES[outcome]}
          />
        ))}
      </Section>
    </>
  )
}
