import type { Instance, Role } from '../instance.ts'
import type { Page } from '../http/query.ts'

export type RoleJson = ReturnType<typeof roleJson>

/** All roles, as both APIs list them. */
export const roleList = ({ roles, creatorRole }: Instance): Page<RoleJson> => ({
  data: roles.map((role) => roleJson(role, creatorRole)),
  total_count: roles.length,
})

const roleJson = ({ key, name, description, permissions }: Role, creatorRole: string) => ({
  object: 'role',
  id: `role_${key.replace(/^org:/, '')}`,
  key,
  name,
  description,
  is_creator_eligible: key === creatorRole,
  permissions: permissions.map(permissionJson),
  created_at: 0,
  updated_at: 0,
})

/** Its name is made from its key: `org:leads:read` becomes "leads: read". */
const permissionJson = (key: string) => ({
  object: 'permission',
  id: `perm_${key.replace(/^org:/, '').replaceAll(':', '_')}`,
  key,
  name: key.replace(/^org:(sys_)?/, '').replace(':', ': '),
  description: '',
  type: key.startsWith('org:sys_') ? 'system' : 'user',
  created_at: 0,
  updated_at: 0,
})
