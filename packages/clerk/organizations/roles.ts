import { ROLES, type Permission } from '../instance.ts'
import type { Page } from '../resources/common.ts'

export type RoleJson = ReturnType<typeof roleJson>

/** All roles, as both APIs list them. */
export const roleList = (): Page<RoleJson> => ({ data: ROLES.map(roleJson), total_count: ROLES.length })

const roleJson = ({ key, name, description, permissions }: (typeof ROLES)[number]) => ({
  object: 'role',
  id: `role_${key.replace(/^org:/, '')}`,
  key,
  name,
  description,
  is_creator_eligible: key === 'org:admin',
  permissions: permissions.map(permissionJson),
  created_at: 0,
  updated_at: 0,
})

/** `org:leads:read` is shown as "leads: read". */
export const permissionJson = (key: Permission) => ({
  object: 'permission',
  id: `perm_${key.replace(/^org:/, '').replaceAll(':', '_')}`,
  key,
  name: key.replace(/^org:(sys_)?/, '').replace(':', ': '),
  description: '',
  type: key.startsWith('org:sys_') ? 'system' : 'user',
  created_at: 0,
  updated_at: 0,
})
