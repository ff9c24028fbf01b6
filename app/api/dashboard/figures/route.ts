import { z } from 'zod'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readCallFigures } from '@/lib/dashboard/today/read.ts'
import { RANGE_NAMES } from '@/lib/dashboard/today/today.ts'

const range = z.enum(RANGE_NAMES).catch('week')

export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const asked = range.parse(new URL(request.url).searchParams.get('range'))
  const read = await forMember(member, (tx) => readCallFigures(tx, asked, new Date()))
  return Response.json(read)
})
