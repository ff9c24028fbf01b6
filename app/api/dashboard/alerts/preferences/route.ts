import { z } from 'zod'
import { preferencesInput } from '@/lib/alerts/preferences.ts'
import { changePreferences, readAlertsPage } from '@/lib/alerts/preferences-store.ts'
import { alertsSetUp } from '@/lib/alerts/set-up.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { env } from '@/lib/env.ts'
import { conflict, readInput } from '@/lib/http/json-input.ts'

/** How this person is told of calls, and what else the page about it shows: `AlertsPage`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member) => {
  const page = await forMember(member, (tx) => readAlertsPage(tx, member.userId, new Date(), alertsSetUp(env())))
  return Response.json(page)
})

const change = z.strictObject({ version: z.int().min(0), change: preferencesInput })

/** Changes how this person is told: `{ preferences }` as they are then. 409 when another window of theirs did before. */
export const PUT = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const input = await readInput(request, change)
  const changed = await forMember(member, (tx, actor) => changePreferences(tx, actor, input.change, input.version))
  return 'conflict' in changed ? conflict(changed.conflict) : Response.json({ preferences: changed.changed })
})
