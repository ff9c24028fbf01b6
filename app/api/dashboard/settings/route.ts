import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { conflict, readInput } from '@/lib/http/json-input.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'
import { settingsChange } from '@/lib/settings/input.ts'
import { changeSettings, getSettings } from '@/lib/settings/store.ts'

/** The settings of the organization: `SettingsRecord`. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member) =>
  Response.json(await forMember(member, getSettings)),
)

const change = z.strictObject({ version: z.int().min(0), change: settingsChange })

/**
 * Changes how calls are answered: `{ settings }` as they are then. 409 when somebody changed any of them meanwhile, with
 * what is there; 422 for what does not fit.
 */
export const PATCH = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const input = await readInput(request, change, BODY_LIMITS['/api/dashboard/settings'])
  const changed = await forMember(member, (tx, actor) => changeSettings(tx, actor, input.change, input.version))
  wakeOutgoing()
  return 'conflict' in changed ? conflict(changed.conflict) : Response.json({ settings: changed.changed })
})
