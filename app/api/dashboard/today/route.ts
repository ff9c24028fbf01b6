import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readToday } from '@/lib/dashboard/today/read.ts'

export const GET = withAccess({ permission: 'org:leads:read' }, async (member) => {
  const today = await runForMember(member, (tx) => readToday(tx, new Date()))
  return Response.json(today)
})
