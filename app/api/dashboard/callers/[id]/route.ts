import { z } from 'zod'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { callerChange } from '@/lib/dashboard/callers/input.ts'
import { deleteCallerData } from '@/lib/dashboard/retention/caller-data.ts'
import { toRecordReader } from '@/lib/dashboard/access/record-reader.ts'
import { readCaller } from '@/lib/dashboard/callers/read.ts'
import { changeCaller } from '@/lib/dashboard/callers/repository.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { buildChangeResponse, buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'

const RECORD_NAME = 'This caller'

/** Returns a caller as `CallerPage` and records the view in the audit log. */
export const GET = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const page = await runForMember(member, (tx, actor) => readCaller(tx, actor, id, toRecordReader(member)))
  return page ? Response.json(page) : buildNotFoundResponse(RECORD_NAME)
})

const change = callerChange.extend({ version: z.int().min(1) })

export const PATCH = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const { version, ...changes } = await readInput(request, change)
  const result = await runForMember(member, (tx, actor) => changeCaller(tx, actor, id, changes, version))
  return buildChangeResponse(result, RECORD_NAME, (caller) => ({ caller }))
})

export const DELETE = withId({ permission: 'org:settings:manage', reverification: 'strict' }, async (member, id) => {
  const deleted = await runForMember(member, (tx, actor) => deleteCallerData(tx, actor, id))
  wakeJobs()
  return deleted ? Response.json({ deleted }) : buildNotFoundResponse(RECORD_NAME)
})
