import type { Metadata } from 'next'
import { Calendar } from '@/components/dashboard/appointments/calendar.tsx'
import { CalendarActions } from '@/components/dashboard/appointments/calendar-actions.tsx'
import { calendarAddress, calendarParams } from '@/lib/appointments/calendar.ts'
import { readCalendar } from '@/lib/appointments/read-calendar.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.appointments.label }

type CalendarPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CalendarPage({ searchParams }: CalendarPageProps) {
  const [member, params] = await Promise.all([requirePage('appointments'), searchParams])
  const reader = readerOf(member)
  const address = readAddress(calendarAddress, params)
  const canManage = isAllowed(member, { permission: 'org:appointments:manage' })
  return (
    <PrefetchedQuery
      name="appointments"
      label="Loading the calendar"
      reader={reader}
      params={calendarParams(address)}
      read={(db) => inOrganization(db, reader.organizationId, (tx) => readCalendar(tx, address))}
    >
      {(hasFailed) => (
        <Calendar
          reader={reader}
          hasFailed={hasFailed}
          lead="Who you’re visiting, when, and which tech is going."
          actions={canManage && <CalendarActions />}
          canManage={canManage}
          canReadLeads={isAllowed(member, { permission: 'org:leads:read' })}
        />
      )}
    </PrefetchedQuery>
  )
}
