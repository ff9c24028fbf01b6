import { z } from 'zod'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { openCall } from '@/lib/dashboard/calls/detail.ts'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { callChange, factCorrection } from '@/lib/dashboard/calls/input.ts'
import { changeCall, correctCall } from '@/lib/dashboard/calls/repository.ts'
import { buildChangeResponse, buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { requireMember } from '../../require-member.ts'

const RECORD_NAME = 'This call'

/** Returns a call as `CallDetail` and records the view in the audit log. */
export const GET = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const detail = await runForMember(member, (tx) => openCall(tx, id, toRecordReader(member)))
  return detail ? Response.json(detail) : buildNotFoundResponse(RECORD_NAME)
})

const version = z.int().min(1)

const change = z.union([
  z.strictObject({ version, correction: factCorrection }),
  callChange.pick({ handedToId: true, attention: true, attentionEnded: true, intent: true }).extend({ version }),
])

export const PATCH = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const { version: baseVersion, ...changes } = await readInput(request, change)
  const result = await runForMember(member, async (tx, actor) => {
    if ('correction' in changes) return correctCall(tx, actor, id, changes.correction, baseVersion)
    await requireMember(tx, 'handedToId', changes.handedToId)
    return changeCall(tx, actor, id, changes, baseVersion)
  })
  wakeJobs()
  return buildChangeResponse(result, RECORD_NAME, (call) => ({ call }))
})
