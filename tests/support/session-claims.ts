import { PERMISSION_NAMES, ROLES } from '../../lib/platform/auth/access-table.ts'
import type { Member, SignedIn } from '../../lib/platform/auth/session-claims.ts'

export const ADMIN: Member = {
  state: 'signed-in',
  userId: 'user_admin',
  sessionId: 'sess_1',
  organization: { id: 'org_1', slug: 'sample', role: 'org:admin' },
  permissions: [...PERMISSION_NAMES],
  features: ['leads', 'appointments', 'integrations', 'settings', 'second_factor_policy'],
  plans: ['several_crews'],
  factorAges: [1, -1],
}

export const MEMBER: Member = {
  ...ADMIN,
  userId: 'user_member',
  organization: { id: 'org_1', slug: 'sample', role: 'org:member' },
  permissions: [...ROLES['org:member'].permissions],
}

export const USER_WITHOUT_ORGANIZATION: SignedIn = {
  ...ADMIN,
  organization: null,
  permissions: [],
  features: [],
  plans: [],
}
