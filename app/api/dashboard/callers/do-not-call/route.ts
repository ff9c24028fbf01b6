import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { doNotCallPhones } from '@/lib/callers/store.ts'

/** The numbers of those who asked not to be called, in E.164: `{ phones }`. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member) =>
  Response.json({ phones: await forMember(member, doNotCallPhones) }),
)
