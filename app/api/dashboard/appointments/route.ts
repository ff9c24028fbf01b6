import { calendarAddress } from '@/lib/appointments/calendar.ts'
import { visitInput } from '@/lib/appointments/dashboard-input.ts'
import { answerOf, readCalendar } from '@/lib/appointments/read-calendar.ts'
import { createAppointment } from '@/lib/appointments/store.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { readInput } from '@/lib/http/json-input.ts'
import { readAddress } from '@/lib/query/address-state.ts'
import { momentsOf, refusingMisfits } from './window.ts'

/** A week of the calendar or a page of its list, by the state in the page's address: `CalendarAnswer`. */
export const GET = withAccess({ permission: 'org:appointments:read' }, async ({ organization }, request) => {
  const wanted = readAddress(calendarAddress, new URL(request.url).searchParams)
  return Response.json(
    await withOrganization(env().databaseUrl, organization.id, (scope) => readCalendar(scope, wanted)),
  )
})

/** Makes a visit of a `VisitInput`: 201 with its `AppointmentAnswer`; 422 for what does not fit. */
export const POST = withAccess({ permission: 'org:appointments:manage' }, async ({ organization, userId }, request) => {
  const read = await readInput(request, visitInput)
  if ('refused' in read) return read.refused
  const { window, ...parts } = read.input
  return refusingMisfits(() =>
    withOrganization(env().databaseUrl, organization.id, async (scope) => {
      const input = { ...parts, ...(await momentsOf(scope, window)) }
      const made = await createAppointment(scope, { kind: 'person', id: userId }, input)
      return Response.json(await answerOf(scope, made), { status: 201 })
    }),
  )
})
