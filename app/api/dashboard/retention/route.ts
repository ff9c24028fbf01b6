import { z } from 'zod'
import { checkAccess } from '@/lib/platform/auth/check-access.ts'
import { buildAccessRefusal, runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import {
  buildConflictResponse,
  buildInvalidResponse,
  toInputProblems,
  readInput,
} from '@/lib/platform/http/json-input.ts'
import { requestedRetention } from '@/lib/dashboard/retention/answer.ts'
import { readRetention } from '@/lib/dashboard/retention/run.ts'
import { isShorterRetention, retention } from '@/lib/dashboard/model/organization-settings.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { changeSettings, getSettings } from '@/lib/dashboard/settings/repository.ts'

/**
 * Returns the retention settings as `RetentionResponse`. If the query contains retention periods, also counts the
 * records that they would delete.
 */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const numbers = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Number(value || Number.NaN)]))
  const parsed = requestedRetention.safeParse(numbers)
  if (!parsed.success) return buildInvalidResponse(toInputProblems(parsed.error))
  const result = await runForMember(member, (tx) => readRetention(tx, new Date(), parsed.data))
  return Response.json(result)
})

const change = z.strictObject({ version: z.int().min(0), retention })

/**
 * Changes retention and returns `{ settings }`. A shorter period deletes data, so it requires a verification within the
 * last hour.
 */
export const PATCH = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { version, retention: newRetention } = await readInput(request, change)
  const result = await runForMember(member, async (tx, actor) => {
    const current = await getSettings(tx)
    const isShortened = current.version === version && isShorterRetention(newRetention, current.retention)
    const denial = isShortened ? checkAccess(member, { reverification: 'moderate' }) : undefined
    if (denial) return buildAccessRefusal(denial)
    const saved = await changeSettings(tx, actor, { retention: newRetention }, version)
    return 'conflict' in saved ? buildConflictResponse(saved.conflict) : Response.json({ settings: saved.changed })
  })
  wakeJobs()
  return result
})
