import { z } from 'zod'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { versionNumber } from '@/lib/dashboard/assistant/record.ts'
import { listVersions } from '@/lib/dashboard/assistant/repository.ts'
import { invalid, problemsOf } from '@/lib/platform/http/json-input.ts'

const query = z.object({ before: versionNumber.optional() })

/** Returns the versions before `?before=<number>`, latest first, as `VersionList`. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return invalid(problemsOf(asked.error))
  return Response.json(await forMember(member, (tx) => listVersions(tx, asked.data.before)))
})
