import { z } from 'zod'
import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { openCall } from '@/lib/dashboard/calls/detail.ts'
import { recordReaderOf } from '@/lib/dashboard/access/record-reader.ts'
import { callChange, factCorrection } from '@/lib/dashboard/calls/input.ts'
import { changeCall, correctCall } from '@/lib/dashboard/calls/repository.ts'
import { changeResponse, notFound, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { requireMember } from '../../require-member.ts'

const CALL = 'This call'

/** Returns a call as `CallDetail` and records the view in the audit log. */
export const GET = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const detail = await forMember(member, (tx) => openCall(tx, id, recordReaderOf(member)))
  return detail ? Response.json(detail) : notFound(CALL)
})

const version = z.int().min(1)

const change = z.union([
  z.strictObject({ version, correction: factCorrection }),
  callChange.pick({ handedToId: true, attention: true, attentionEnded: true, intent: true }).extend({ version }),
])

export const PATCH = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const { version: of, ...wanted } = await readInput(request, change)
  const changed = await forMember(member, async (tx, actor) => {
    if ('correction' in wanted) return correctCall(tx, actor, id, wanted.correction, of)
    await requireMember(tx, 'handedToId', wanted.handedToId)
    return changeCall(tx, actor, id, wanted, of)
  })
  wakeJobs()
  return changeResponse(changed, CALL, (call) => ({ call }))
})
