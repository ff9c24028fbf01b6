import { z } from 'zod'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { buildChangeResponse, buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { leadChange } from '@/lib/dashboard/leads/input.ts'
import { changeLead } from '@/lib/dashboard/leads/repository.ts'
import { openLead } from '@/lib/dashboard/leads/timeline.ts'
import { requireMember } from '../../require-member.ts'

const RECORD_NAME = 'This lead'

/** Returns a lead as `LeadPage` and records the view in the audit log. */
export const GET = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const page = await runForMember(member, (tx, actor) => openLead(tx, actor, id, toRecordReader(member)))
  return page ? Response.json(page) : buildNotFoundResponse(RECORD_NAME)
})

const change = leadChange.omit({ callId: true }).extend({ version: z.int().min(1) })

export const PATCH = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const { version, ...changes } = await readInput(request, change)
  return runForMember(member, async (tx, actor) => {
    await requireMember(tx, 'assigneeId', changes.assigneeId)
    const result = await changeLead(tx, actor, id, changes, version)
    return buildChangeResponse(result, RECORD_NAME, (lead) => ({ lead }))
  })
})
