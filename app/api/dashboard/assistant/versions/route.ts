import { z } from 'zod'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { versionNumber } from '@/lib/assistant/record.ts'
import { listVersions } from '@/lib/assistant/store.ts'
import { invalid, problemsOf } from '@/lib/http/json-input.ts'

const query = z.object({ before: versionNumber.optional() })

/** A part of the versions, latest first: `VersionList`; `?before=` the number that the part ends before. 422 for no number. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, request) => {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return invalid(problemsOf(asked.error))
  return Response.json(await forMember(member, (tx) => listVersions(tx, asked.data.before)))
})
