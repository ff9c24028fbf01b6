import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { assistantChange } from '@/lib/dashboard/assistant/record.ts'
import { readAssistantPage, saveInstructions } from '@/lib/dashboard/assistant/repository.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { buildConflictResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'

export const GET = withAccess({ permission: 'org:settings:read' }, async (member) =>
  Response.json(await runForMember(member, readAssistantPage)),
)

/** Saves a new version and returns `{ assistant }`. A 409 response includes the current version. */
export const PUT = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { instructions, version } = await readInput(request, assistantChange, BODY_LIMITS['/api/dashboard/assistant'])
  const saved = await runForMember(member, (tx, actor) => saveInstructions(tx, actor, instructions, version))
  if ('conflict' in saved) return buildConflictResponse(saved.conflict)
  wakeJobs()
  return Response.json({ assistant: saved.changed })
})
