import { Calendar, CalendarActions } from '@/components/dashboard/appointments/calendar.tsx'
import { calendarQuery, toCalendarParams } from '@/lib/dashboard/appointments/calendar.ts'
import { readCalendar } from '@/lib/dashboard/appointments/read-calendar.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { buildAreaMetadata, openArea, type SearchParams } from '../area.ts'
import { OrganizationQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('appointments')

export default async function CalendarPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ reader, may }, params] = await Promise.all([openArea('appointments'), searchParams])
  const address = readSearchParams(calendarQuery, params)
  const canManage = may('org:appointments:manage')
  return (
    <OrganizationQuery
      name="appointments"
      label="Loading calendar"
      reader={reader}
      params={toCalendarParams(address)}
      read={(tx) => readCalendar(tx, address)}
    >
      {(hasFailed) => (
        <Calendar
          reader={reader}
          hasFailed={hasFailed}
          lead="Who you’re visiting, when, and which tech is going."
          actions={canManage && <CalendarActions />}
          canManage={canManage}
          canReadLeads={may('org:leads:read')}
        />
      )}
    </OrganizationQuery>
  )
}
