import { withAccess } from '@/lib/auth/with-access.ts'
import { begin } from '../begin.ts'
import type { ProviderParams } from '../../request.ts'

/** Begins connecting a system for reading: `{ address }` is where to sign in there. */
export const POST = withAccess(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  (member, _request, params: ProviderParams) => begin(member, params, { writes: false }),
)
