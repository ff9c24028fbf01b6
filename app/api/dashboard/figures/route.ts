import { z } from 'zod'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readCallMetrics } from '@/lib/dashboard/today/read.ts'
import { RANGE_NAMES } from '@/lib/dashboard/today/today.ts'

const range = z.enum(RANGE_NAMES).catch('week')

export const GET = withAccess({ permission: 'org:leads:read' }, async (member, request) => {
  const selectedRange = range.parse(new URL(request.url).searchParams.get('range'))
  const callMetrics = await runForMember(member, (tx) => readCallMetrics(tx, selectedRange, new Date()))
  return Response.json(callMetrics)
})
