import { buildAppointmentDraft } from '@/lib/dashboard/appointments/read-calendar.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { buildNotFoundResponse } from '@/lib/platform/http/json-input.ts'

/** Returns the default values of a new visit for the lead in `?lead=`, as `AppointmentDraft`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const lead = new URL(request.url).searchParams.get('lead') ?? ''
  const draft = await runForMember(member, (tx) => buildAppointmentDraft(tx, lead))
  return draft ? Response.json(draft) : buildNotFoundResponse('This lead')
})
