import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { issueKey } from '../issue-key.ts'

export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  async (member, request) => issueKey(member, request),
)
