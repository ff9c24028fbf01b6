import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { makeKey } from '../make-key.ts'

export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  async (member, request) => makeKey(member, request),
)
