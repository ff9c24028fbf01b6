import { LakeError } from '../errors.ts'
import type { LakeUser, Role } from './users.ts'

type Permission = 'read' | 'create' | 'update' | 'history' | 'editHistory' | 'mode' | 'manage'

const GRANTS: Record<Role, Permission[]> = {
  viewer: ['read', 'history'],
  editor: ['read', 'create', 'update', 'history', 'editHistory'],
  administrator: ['read', 'create', 'update', 'history', 'editHistory', 'mode', 'manage'],
}

const TITLES: Record<Role, string> = { viewer: 'Viewer', editor: 'Editor', administrator: 'Administrator' }

export const permissionsOf = (role: Role): Permission[] => GRANTS[role]

export const roleTitle = (role: Role): string => TITLES[role]

export const unauthorized = (message = 'Session not found'): LakeError =>
  new LakeError(401, { statusCode: 401, error: 'Unauthorized', message })

/** Returns the user; throws 401 when there is none. */
export function requireUser(user: LakeUser | undefined): LakeUser {
  if (!user) throw unauthorized()
  return user
}

/** Returns the user; throws 401 when there is none and 403, in Sanity's shape, when the role lacks `permission`. */
export function requirePermission(user: LakeUser | undefined, permission: Permission): LakeUser {
  const known = requireUser(user)
  if (permissionsOf(known.role).includes(permission)) return known
  const message = `User is missing required grant "${permission}"`
  throw new LakeError(403, { statusCode: 403, error: 'Forbidden', message })
}

/** Returns the user; throws as requirePermission does. People of every role may comment, robots need to be editors. */
export function requireComment(user: LakeUser | undefined): LakeUser {
  return mayComment(user) ? user : requirePermission(user, 'update')
}

export const mayComment = (user: LakeUser | undefined): user is LakeUser => user?.isRobot === false

/** As requirePermission, with the error shape of the mutate and actions endpoints. */
export function requireWrite(user: LakeUser | undefined, kind: 'mutationError' | 'actionError'): LakeUser {
  const known = requireUser(user)
  if (permissionsOf(known.role).includes('update')) return known
  const description = 'Insufficient permissions; permission "update" required'
  const item = { error: { type: 'insufficientPermissionsError', description, permission: 'update' }, index: 0 }
  throw new LakeError(403, { error: { type: kind, description, items: [item] } })
}
