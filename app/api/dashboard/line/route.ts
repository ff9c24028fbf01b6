import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { conflict, readInput } from '@/lib/http/json-input.ts'
import { lineWish } from '@/lib/lines/input.ts'
import { askForLine } from '@/lib/lines/store.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'

const change = z.strictObject({ version: z.int().min(0), wish: lineWish })

/**
 * Asks for a line, or changes what was asked for: `{ line }` as it is then. 409 when it was asked for or changed before, or
 * is being set up, with what is there; 422 for what does not fit.
 */
export const PUT = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { version, wish } = await readInput(request, change)
  const changed = await forMember(member, (tx, actor) => askForLine(tx, actor, wish, version))
  if ('conflict' in changed) return conflict(changed.conflict)
  wakeOutgoing()
  return Response.json({ line: changed.changed })
})
