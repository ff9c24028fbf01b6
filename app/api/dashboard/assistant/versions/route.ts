import { z } from 'zod'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { versionNumber } from '@/lib/dashboard/assistant/record.ts'
import { listVersions } from '@/lib/dashboard/assistant/repository.ts'
import { buildInvalidResponse, toInputProblems } from '@/lib/platform/http/json-input.ts'

const query = z.object({ before: versionNumber.optional() })

/** Returns the versions before `?before=<number>`, latest first, as `VersionList`. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!parsed.success) return buildInvalidResponse(toInputProblems(parsed.error))
  return Response.json(await runForMember(member, (tx) => listVersions(tx, parsed.data.before)))
})
