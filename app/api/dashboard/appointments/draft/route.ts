import { appointmentDraftOf } from '@/lib/appointments/read-calendar.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { notFound } from '@/lib/http/json-input.ts'

/** What a visit to the lead in the parameter `lead` begins with: `AppointmentDraft`; 404 when there is no such lead. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const lead = new URL(request.url).searchParams.get('lead') ?? ''
  const draft = await forMember(member, (tx) => appointmentDraftOf(tx, lead))
  return draft ? Response.json(draft) : notFound('This lead')
})
