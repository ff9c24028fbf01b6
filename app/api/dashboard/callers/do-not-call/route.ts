import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { listDoNotCallPhones } from '@/lib/dashboard/callers/repository.ts'

export const GET = withAccess({ permission: 'org:leads:read' }, async (member) =>
  Response.json({ phones: await runForMember(member, listDoNotCallPhones) }),
)
