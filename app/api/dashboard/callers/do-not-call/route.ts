import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { doNotCallPhones } from '@/lib/dashboard/callers/repository.ts'

export const GET = withAccess({ permission: 'org:leads:read' }, async (member) =>
  Response.json({ phones: await forMember(member, doNotCallPhones) }),
)
