import { calendarAddress } from '@/lib/dashboard/appointments/calendar.ts'
import { appointmentForm } from '@/lib/dashboard/appointments/dashboard-input.ts'
import { answerOf, readCalendar } from '@/lib/dashboard/appointments/read-calendar.ts'
import { createAppointment } from '@/lib/dashboard/appointments/repository.ts'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readInput } from '@/lib/platform/http/json-input.ts'
import { readAddress } from '@/lib/dashboard/query/address-state.ts'
import { momentsOf, refusingInvalid } from './window.ts'

/**
 * Returns a week of the calendar or a page of its list, as `CalendarAnswer`. Accepts the query of the calendar page.
 */
export const GET = withAccess({ permission: 'org:appointments:read' }, async (member, request) => {
  const wanted = readAddress(calendarAddress, new URL(request.url).searchParams)
  return Response.json(await forMember(member, (tx) => readCalendar(tx, wanted)))
})

export const POST = withAccess({ permission: 'org:appointments:manage' }, async (member, request) => {
  const { window, ...parts } = await readInput(request, appointmentForm)
  return refusingInvalid(() =>
    forMember(member, async (tx, actor) => {
      const input = { ...parts, ...(await momentsOf(tx, window)) }
      const made = await createAppointment(tx, actor, input)
      return Response.json(await answerOf(tx, made), { status: 201 })
    }),
  )
})
