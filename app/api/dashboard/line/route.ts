import { z } from 'zod'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { conflict, readInput } from '@/lib/platform/http/json-input.ts'
import { lineWish } from '@/lib/dashboard/lines/input.ts'
import { askForLine } from '@/lib/dashboard/lines/repository.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'

const change = z.strictObject({ version: z.int().min(0), wish: lineWish })

/**
 * Creates or changes the request for a phone line and returns `{ line }`. Responds 409 with the current line if the
 * request changed or setup has started.
 */
export const PUT = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { version, wish } = await readInput(request, change)
  const changed = await forMember(member, (tx, actor) => askForLine(tx, actor, wish, version))
  if ('conflict' in changed) return conflict(changed.conflict)
  wakeJobs()
  return Response.json({ line: changed.changed })
})
