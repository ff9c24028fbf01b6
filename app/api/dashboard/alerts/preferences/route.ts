import { z } from 'zod'
import { preferencesInput } from '@/lib/dashboard/alerts/preferences.ts'
import { getAlertsSetup, changePreferences, readAlertsPage } from '@/lib/dashboard/alerts/preferences-store.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { env } from '@/lib/platform/env/env.ts'
import { buildConflictResponse, readInput } from '@/lib/platform/http/json-input.ts'

export const GET = withAccess({ permission: 'org:leads:read' }, async (member) => {
  const page = await runForMember(member, (tx) => readAlertsPage(tx, member.userId, new Date(), getAlertsSetup(env())))
  return Response.json(page)
})

const change = z.strictObject({ version: z.int().min(0), change: preferencesInput })

/** Changes the preferences and returns `{ preferences }`. Responds 409 if another request changed them first. */
export const PUT = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const input = await readInput(request, change)
  const result = await runForMember(member, (tx, actor) => changePreferences(tx, actor, input.change, input.version))
  return 'conflict' in result ? buildConflictResponse(result.conflict) : Response.json({ preferences: result.changed })
})
