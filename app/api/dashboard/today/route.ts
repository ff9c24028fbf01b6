import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { readToday } from '@/lib/today/read.ts'

/** What an owner reads in the morning, as `today` in lib/today/today.ts. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member) => {
  const read = await forMember(member, (tx) => readToday(tx, new Date()))
  return Response.json(read)
})
