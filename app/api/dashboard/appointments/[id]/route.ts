import { appointmentFormChange } from '@/lib/appointments/dashboard-input.ts'
import { answerOf, readAppointment } from '@/lib/appointments/read-calendar.ts'
import { changeAppointment } from '@/lib/appointments/store.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { conflict, notFound, readInput } from '@/lib/http/json-input.ts'
import { momentsOf, refusingInvalid } from '../window.ts'

type Context = { params: Promise<{ id: string }> }

const VISIT = 'This visit'

/** A visit: `AppointmentAnswer`; 404 when it is not there. */
export const GET = withAccess(
  { permission: 'org:appointments:read' },
  async (member, _request, { params }: Context) => {
    const { id } = await params
    const answer = await forMember(member, (tx) => readAppointment(tx, id))
    return answer ? Response.json(answer) : notFound(VISIT)
  },
)

/**
 * Moves, confirms, cancels or otherwise changes a visit by a `AppointmentFormChange`: its `AppointmentAnswer`. 404, 409 with what is
 * there now when somebody changed it meanwhile, 422 for what does not fit.
 */
export const PATCH = withAccess(
  { permission: 'org:appointments:manage' },
  async (member, request, { params }: Context) => {
    const { id } = await params
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
  },
)
