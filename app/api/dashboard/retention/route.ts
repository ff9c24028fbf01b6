import { z } from 'zod'
import { checkAccess } from '@/lib/platform/auth/check-access.ts'
import { accessRefusal, forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { conflict, invalid, problemsOf, readInput } from '@/lib/platform/http/json-input.ts'
import { askedRetention } from '@/lib/dashboard/retention/answer.ts'
import { readRetention } from '@/lib/dashboard/retention/run.ts'
import { isShorter, retention } from '@/lib/dashboard/model/organization-settings.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { changeSettings, getSettings } from '@/lib/dashboard/settings/repository.ts'

/**
 * Returns the retention settings as `RetentionAnswer`. If the query contains days, counts the records that they would
 * delete.
 */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const numbers = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Number(value || Number.NaN)]))
  const asked = askedRetention.safeParse(numbers)
  if (!asked.success) return invalid(problemsOf(asked.error))
  const answer = await forMember(member, (tx) => readRetention(tx, new Date(), asked.data))
  return Response.json(answer)
})

const change = z.strictObject({ version: z.int().min(0), retention })

/**
 * Changes retention and returns `{ settings }`. A shorter period deletes data, so it requires a verification within the
 * last hour.
 */
export const PATCH = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { version, retention: wanted } = await readInput(request, change)
  const answer = await forMember(member, async (tx, actor) => {
    const before = await getSettings(tx)
    const deletes = before.version === version && isShorter(wanted, before.retention)
    const denied = deletes ? checkAccess(member, { reverification: 'moderate' }) : undefined
    if (denied) return accessRefusal(denied)
    const changed = await changeSettings(tx, actor, { retention: wanted }, version)
    return 'conflict' in changed ? conflict(changed.conflict) : Response.json({ settings: changed.changed })
  })
  wakeJobs()
  return answer
})
