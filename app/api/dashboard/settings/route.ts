import { z } from 'zod'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { buildConflictResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { settingsChange } from '@/lib/dashboard/settings/input.ts'
import { changeSettings, getSettings } from '@/lib/dashboard/settings/repository.ts'

export const GET = withAccess({ permission: 'org:settings:read' }, async (member) =>
  Response.json(await runForMember(member, getSettings)),
)

const change = z.strictObject({ version: z.int().min(0), change: settingsChange })

export const PATCH = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const input = await readInput(request, change, BODY_LIMITS['/api/dashboard/settings'])
  const result = await runForMember(member, (tx, actor) => changeSettings(tx, actor, input.change, input.version))
  wakeJobs()
  return 'conflict' in result ? buildConflictResponse(result.conflict) : Response.json({ settings: result.changed })
})
