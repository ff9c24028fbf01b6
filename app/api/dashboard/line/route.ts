import { z } from 'zod'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { buildConflictResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { lineRequestInput } from '@/lib/dashboard/lines/input.ts'
import { requestLine } from '@/lib/dashboard/lines/repository.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'

const change = z.strictObject({ version: z.int().min(0), wish: lineRequestInput })

/**
 * Creates or changes the request for a phone line and returns `{ line }`. Responds 409 with the current line if the
 * request changed or setup has started.
 */
export const PUT = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { version, wish } = await readInput(request, change)
  const result = await runForMember(member, (tx, actor) => requestLine(tx, actor, wish, version))
  if ('conflict' in result) return buildConflictResponse(result.conflict)
  wakeJobs()
  return Response.json({ line: result.changed })
})
