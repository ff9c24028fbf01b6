import { calendarAddress } from '@/lib/appointments/calendar.ts'
import { appointmentForm } from '@/lib/appointments/dashboard-input.ts'
import { answerOf, readCalendar } from '@/lib/appointments/read-calendar.ts'
import { createAppointment } from '@/lib/appointments/store.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { momentsOf, refusingInvalid } from './window.ts'

/** A week of the calendar or a page of its list, by the state in the page's address: `CalendarAnswer`. */
export const GET = withAccess({ permission: 'org:appointments:read' }, async (member, request) => {
  const wanted = readAddress(calendarAddress, new URL(request.url).searchParams)
  return Response.json(await forMember(member, (tx) => readCalendar(tx, wanted)))
})

/** Makes a visit of a `AppointmentForm`: 201 with its `AppointmentAnswer`; 422 for what does not fit. */
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
