import { withAccess } from '@/lib/auth/with-access.ts'
import { makeKey } from '../make-key.ts'

/** Makes a key that may write: see `makeKey`. */
export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'strict' },
  async (member, request) => makeKey(member, request),
)
