import { appointmentFormChange } from '@/lib/dashboard/appointments/dashboard-input.ts'
import { buildAppointmentResponse, readAppointment } from '@/lib/dashboard/appointments/read-calendar.ts'
import { changeAppointment } from '@/lib/dashboard/appointments/repository.ts'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { buildConflictResponse, buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { parseWindow, handleInvalidChange } from '../window.ts'

const RECORD_NAME = 'This visit'

export const GET = withId({ permission: 'org:appointments:read' }, async (member, id) => {
  const result = await runForMember(member, (tx) => readAppointment(tx, id))
  return result ? Response.json(result) : buildNotFoundResponse(RECORD_NAME)
})

/**
 * Applies an `AppointmentFormChange` to a visit and returns the `AppointmentResponse`. A 409 response includes the
 * current version.
 */
export const PATCH = withId({ permission: 'org:appointments:manage' }, async (member, id, request) => {
  const { window, version, ...parts } = await readInput(request, appointmentFormChange)
  return handleInvalidChange(() =>
    runForMember(member, async (tx, actor) => {
      const change = { ...parts, ...(window && (await parseWindow(tx, window))) }
      const result = await changeAppointment(tx, actor, id, change, version)
      if (!result) return buildNotFoundResponse(RECORD_NAME)
      if ('conflict' in result) return buildConflictResponse(result.conflict)
      return Response.json(await buildAppointmentResponse(tx, result.changed))
    }),
  )
})
