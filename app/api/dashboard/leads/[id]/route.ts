import { z } from 'zod'
import { recordReaderOf } from '@/lib/dashboard/access/record-reader.ts'
import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { changeResponse, notFound, readInput } from '@/lib/platform/http/json-input.ts'
import { leadChange } from '@/lib/dashboard/leads/input.ts'
import { changeLead } from '@/lib/dashboard/leads/repository.ts'
import { openLead } from '@/lib/dashboard/leads/timeline.ts'
import { requireMember } from '../../require-member.ts'

const LEAD = 'This lead'

/** Returns a lead as `LeadPage` and records the view in the audit log. */
export const GET = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const page = await forMember(member, (tx, actor) => openLead(tx, actor, id, recordReaderOf(member)))
  return page ? Response.json(page) : notFound(LEAD)
})

const change = leadChange.omit({ callId: true }).extend({ version: z.int().min(1) })

export const PATCH = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const { version, ...wanted } = await readInput(request, change)
  return forMember(member, async (tx, actor) => {
    await requireMember(tx, 'assigneeId', wanted.assigneeId)
    const changed = await changeLead(tx, actor, id, wanted, version)
    return changeResponse(changed, LEAD, (lead) => ({ lead }))
  })
})
