import { calendarQuery } from '@/lib/dashboard/appointments/calendar.ts'
import { appointmentForm } from '@/lib/dashboard/appointments/dashboard-input.ts'
import { buildAppointmentResponse, readCalendar } from '@/lib/dashboard/appointments/read-calendar.ts'
import { createAppointment } from '@/lib/dashboard/appointments/repository.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { readSearchParams } from '@/lib/dashboard/query/search-params.ts'
import { parseWindow, handleInvalidChange } from './window.ts'

/**
 * Returns a week of the calendar or a page of its list, as `CalendarResponse`. Accepts the query of the calendar page.
 */
export const GET = withAccess({ permission: 'org:appointments:read' }, async (member, request) => {
  const query = readSearchParams(calendarQuery, new URL(request.url).searchParams)
  return Response.json(await runForMember(member, (tx) => readCalendar(tx, query)))
})

export const POST = withAccess({ permission: 'org:appointments:manage' }, async (member, request) => {
  const { window, ...parts } = await readInput(request, appointmentForm)
  return handleInvalidChange(() =>
    runForMember(member, async (tx, actor) => {
      const input = { ...parts, ...(await parseWindow(tx, window)) }
      const created = await createAppointment(tx, actor, input)
      return Response.json(await buildAppointmentResponse(tx, created), { status: 201 })
    }),
  )
})
