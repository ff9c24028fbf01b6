import { z } from 'zod'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { changeResponse, notFound, readInput } from '@/lib/http/json-input.ts'
import { leadChange } from '@/lib/leads/input.ts'
import { changeLead } from '@/lib/leads/store.ts'
import { openLead } from '@/lib/leads/timeline.ts'
import { requireAssignee } from '../assignee.ts'

type Context = { params: Promise<{ id: string }> }

const LEAD = 'This lead'

/** A lead with what belongs to it: `LeadPage`. Opening it is in the log. 404 when it is not there. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const mayReadAppointments = isAllowed(member, { permission: 'org:appointments:read' })
  const page = await forMember(member, (tx, actor) => openLead(tx, actor, id, { mayReadAppointments }))
  return page ? Response.json(page) : notFound(LEAD)
})

const change = leadChange.omit({ callId: true }).extend({ version: z.int().min(1) })

/** Changes a lead: `{ lead }` as it is then. 404, 409 when somebody changed it meanwhile, 422 for what does not fit. */
export const PATCH = withAccess({ permission: 'org:leads:manage' }, async (member, request, { params }: Context) => {
  const { id } = await params
  const { version, ...wanted } = await readInput(request, change)
  return forMember(member, async (tx, actor) => {
    await requireAssignee(tx, wanted)
    const changed = await changeLead(tx, actor, id, wanted, version)
    return changeResponse(changed, LEAD, (lead) => ({ lead }))
  })
})
