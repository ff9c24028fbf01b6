import { appointmentFormChange } from '@/lib/dashboard/appointments/dashboard-input.ts'
import { answerOf, readAppointment } from '@/lib/dashboard/appointments/read-calendar.ts'
import { changeAppointment } from '@/lib/dashboard/appointments/repository.ts'
import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { conflict, notFound, readInput } from '@/lib/platform/http/json-input.ts'
import { momentsOf, refusingInvalid } from '../window.ts'

const VISIT = 'This visit'

export const GET = withId({ permission: 'org:appointments:read' }, async (member, id) => {
  const answer = await forMember(member, (tx) => readAppointment(tx, id))
  return answer ? Response.json(answer) : notFound(VISIT)
})

/**
 * Applies an `AppointmentFormChange` to a visit and returns the `AppointmentAnswer`. A 409 response includes the
 * current version.
 */
export const PATCH = withId({ permission: 'org:appointments:manage' }, async (member, id, request) => {
  const { window, version, ...parts } = await readInput(request, appointmentFormChange)
  return refusingInvalid(() =>
    forMember(member, async (tx, actor) => {
      const change = { ...parts, ...(window && (await momentsOf(tx, window))) }
      const changed = await changeAppointment(tx, actor, id, change, version)
      if (!changed) return notFound(VISIT)
      if ('conflict' in changed) return conflict(changed.conflict)
      return Response.json(await answerOf(tx, changed.changed))
    }),
  )
})
