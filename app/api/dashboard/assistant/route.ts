import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { assistantChange } from '@/lib/assistant/record.ts'
import { readAssistantPage, saveInstructions } from '@/lib/assistant/store.ts'
import { BODY_LIMITS } from '@/lib/http/body-limits.ts'
import { conflict, readInput } from '@/lib/http/json-input.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'

/** What the assistant says and asks, and whether the voice vendor has it: `AssistantPage`. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member) =>
  Response.json(await forMember(member, readAssistantPage)),
)

/**
 * Saves what the assistant says and asks as a new version: `{ assistant }` as it is then. 409 when somebody changed it
 * meanwhile, with what is there; 422 for what does not fit.
 */
export const PUT = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { instructions, version } = await readInput(request, assistantChange, BODY_LIMITS['/api/dashboard/assistant'])
  const saved = await forMember(member, (tx, actor) => saveInstructions(tx, actor, instructions, version))
  if ('conflict' in saved) return conflict(saved.conflict)
  wakeOutgoing()
  return Response.json({ assistant: saved.changed })
})
