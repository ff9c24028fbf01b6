import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readCallFigures } from '@/lib/today/read.ts'
import { RANGE_NAMES } from '@/lib/today/today.ts'

const range = z.enum(RANGE_NAMES).catch('week')

/** Calls by day, as `callFigures` in lib/today/today.ts; `?range=week`, `month` or `quarter`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const asked = range.parse(new URL(request.url).searchParams.get('range'))
  const read = await forMember(member, (tx) => readCallFigures(tx, asked, new Date()))
  return Response.json(read)
})
