import { z } from 'zod'
import { forMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { callerChange } from '@/lib/dashboard/callers/input.ts'
import { forgetCaller } from '@/lib/dashboard/retention/caller-data.ts'
import { recordReaderOf } from '@/lib/dashboard/access/record-reader.ts'
import { readCaller } from '@/lib/dashboard/callers/read.ts'
import { changeCaller } from '@/lib/dashboard/callers/repository.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { changeResponse, notFound, readInput } from '@/lib/platform/http/json-input.ts'

const CALLER = 'This caller'

/** Returns a caller as `CallerPage` and records the view in the audit log. */
export const GET = withId({ permission: 'org:leads:read' }, async (member, id) => {
  const page = await forMember(member, (tx, actor) => readCaller(tx, actor, id, recordReaderOf(member)))
  return page ? Response.json(page) : notFound(CALLER)
})

const change = callerChange.extend({ version: z.int().min(1) })

export const PATCH = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const { version, ...wanted } = await readInput(request, change)
  const changed = await forMember(member, (tx, actor) => changeCaller(tx, actor, id, wanted, version))
  return changeResponse(changed, CALLER, (caller) => ({ caller }))
})

export const DELETE = withId({ permission: 'org:settings:manage', reverification: 'strict' }, async (member, id) => {
  const deleted = await forMember(member, (tx, actor) => forgetCaller(tx, actor, id))
  wakeJobs()
  return deleted ? Response.json({ deleted }) : notFound(CALLER)
})
