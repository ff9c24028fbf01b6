import { z } from 'zod'
import { checkAccess } from '@/lib/auth/check-access.ts'
import { accessRefusal, withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { conflict, invalid, problemsOf, readInput } from '@/lib/http/json-input.ts'
import { askedRetention } from '@/lib/retention/answer.ts'
import { readRetention } from '@/lib/retention/read.ts'
import { isShorter, retention } from '@/lib/settings/organization-settings.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'
import { changeSettings, getSettings } from '@/lib/settings/store.ts'

/** How long things are kept: `RetentionAnswer`. With days in the query it says how many would go with those. */
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
 * Changes how long things are kept: `{ settings }` as they are then. For a shorter time, by which things are deleted,
 * somebody must have confirmed who they are within the hour. 409 when somebody changed the settings meanwhile; 422 for what
 * does not fit.
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
  wakeOutgoing()
  return answer
})
