import { createHash } from 'node:crypto'
import type { Dataset } from '../store/dataset.ts'
import { createRandomId } from '../store/document.ts'
import { createHttpError, LakeError } from '../store/errors.ts'
import type { LakeStore } from '../store/lake-store.ts'

export type Role = 'administrator' | 'editor' | 'viewer'

export type LakeUser = { id: string; name: string; email: string; role: Role; isRobot: boolean }

export type UserWithToken = LakeUser & { token: string }

const createLocalUser = (name: string, title: string, role: Role, token: string): UserWithToken => ({
  id: `local-${name}`,
  name: title,
  email: `${name}@example.com`,
  role,
  isRobot: false,
  token,
})

export const DEFAULT_USERS: UserWithToken[] = [
  createLocalUser('admin', 'Local Administrator', 'administrator', 'local-admin-token-00000000000000000000000'),
  createLocalUser('editor', 'Local Editor', 'editor', 'local-editor-token-0000000000000000000000'),
  createLocalUser('viewer', 'Local Viewer', 'viewer', 'local-reader-token-0000000000000000000000'),
  {
    ...createLocalUser('robot', 'Site (read token)', 'viewer', 'local-viewer-token-0000000000000000000000'),
    id: 'robot',
    isRobot: true,
  },
]

type Permission = 'read' | 'create' | 'update' | 'history' | 'editHistory' | 'mode' | 'manage'

export const PERMISSIONS: Record<Role, Permission[]> = {
  viewer: ['read', 'history'],
  editor: ['read', 'create', 'update', 'history', 'editHistory'],
  administrator: ['read', 'create', 'update', 'history', 'editHistory', 'mode', 'manage'],
}

export const ROLE_TITLES: Record<Role, string> = { viewer: 'Viewer', editor: 'Editor', administrator: 'Administrator' }

export const createUnauthorizedError = (): LakeError => createHttpError(401, 'Session not found')

export function requireUser(user: LakeUser | undefined): LakeUser {
  if (!user) throw createUnauthorizedError()
  return user
}

/** Returns the user if the role has the permission. @throws 401 without a user, or 403 in Sanity's error shape */
export function requirePermission(user: LakeUser | undefined, permission: Permission): LakeUser {
  const lakeUser = requireUser(user)
  if (PERMISSIONS[lakeUser.role].includes(permission)) return lakeUser
  throw createHttpError(403, `User is missing required grant "${permission}"`)
}

/**
 * Returns a user with permission to write comments: any human user, or a robot with the editor role.
 * @throws like requirePermission
 */
export function requireComment(user: LakeUser | undefined): LakeUser {
  return canComment(user) ? user : requirePermission(user, 'update')
}

export const canComment = (user: LakeUser | undefined): user is LakeUser => user?.isRobot === false

/** Works like requirePermission but throws the error shape of the mutate and actions endpoints. */
export function requireWriteAccess(user: LakeUser | undefined, kind: 'mutationError' | 'actionError'): LakeUser {
  const lakeUser = requireUser(user)
  if (PERMISSIONS[lakeUser.role].includes('update')) return lakeUser
  const description = 'Insufficient permissions; permission "update" required'
  const item = { error: { type: 'insufficientPermissionsError', description, permission: 'update' }, index: 0 }
  throw new LakeError(403, { error: { type: kind, description, items: [item] } })
}

const SID_LIFETIME_MS = 2 * 60 * 1000

export type Accounts = ReturnType<typeof createAccounts>

/**
 * Creates the store of API tokens and login sessions. Sessions survive a restart. The lake stores only token hashes.
 */
export function createAccounts(usersWithTokens: UserWithToken[], store: LakeStore, now: () => number) {
  const users: LakeUser[] = usersWithTokens.map(({ token: _token, ...user }) => user)
  const userByTokenHash = new Map(
    usersWithTokens.map(({ token, ...user }): [string, LakeUser] => [hashToken(token), user]),
  )
  const pendingLogins = new Map<string, { userId: string; expires: number }>()
  const find = (id: string | undefined): LakeUser | undefined => users.find((user) => user.id === id)

  return {
    users,
    find,
    authenticate: (token: string | undefined): LakeUser | undefined =>
      token ? (userByTokenHash.get(hashToken(token)) ?? find(store.sessionUser(hashToken(token)))) : undefined,
    /** Starts a login and returns a session id. The client can exchange the id once for a token within two minutes. */
    startLogin(userId: string): string {
      for (const [sid, { expires }] of pendingLogins) if (expires <= now()) pendingLogins.delete(sid)
      const sid = createRandomId(40)
      pendingLogins.set(sid, { userId, expires: now() + SID_LIFETIME_MS })
      return sid
    },
    finishLogin(sid: string): string | undefined {
      const login = pendingLogins.get(sid)
      pendingLogins.delete(sid)
      if (!login || login.expires <= now()) return undefined
      const token = `sk${createRandomId(48)}`
      store.addSession(hashToken(token), login.userId, new Date(now()).toISOString())
      return token
    },
    logout: (token: string): void => store.removeSession(hashToken(token)),
  }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes one group document per role. The Studio reads the groups to list users for mentions. The lake does not use
 * them for authorization.
 */
export function syncGroups(dataset: Dataset, users: LakeUser[]): void {
  const groups = [...Map.groupBy(users, ({ role }) => role)].map(([role, members]) => ({
    _id: `_.groups.${role}`,
    _type: 'system.group',
    members: members.map(({ id }) => id),
    grants: [{ filter: '_id in path("**")', permissions: PERMISSIONS[role] }],
  }))
  const outdatedGroups = groups.filter(({ _id, members, grants }) => {
    const storedGroup = dataset.get(_id)
    return JSON.stringify([storedGroup?.members, storedGroup?.grants]) !== JSON.stringify([members, grants])
  })
  if (outdatedGroups.length === 0) return
  dataset.mutate(
    outdatedGroups.map((group) => ({ createOrReplace: group })),
    { author: '<system>' },
  )
}
