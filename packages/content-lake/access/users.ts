export type Role = 'administrator' | 'editor' | 'viewer'

export type LakeUser = { id: string; name: string; email: string; role: Role; isRobot: boolean }

/** A user with the fixed token that scripts, tests and the site use for it. */
export type UserWithToken = LakeUser & { token: string }

export const DEFAULT_USERS: UserWithToken[] = [
  {
    id: 'local-admin',
    name: 'Local Administrator',
    email: 'admin@example.com',
    role: 'administrator',
    isRobot: false,
    token: 'local-admin-token-00000000000000000000000',
  },
  {
    id: 'local-editor',
    name: 'Local Editor',
    email: 'editor@example.com',
    role: 'editor',
    isRobot: false,
    token: 'local-editor-token-0000000000000000000000',
  },
  {
    id: 'local-viewer',
    name: 'Local Viewer',
    email: 'viewer@example.com',
    role: 'viewer',
    isRobot: false,
    token: 'local-reader-token-0000000000000000000000',
  },
  {
    id: 'robot',
    name: 'Site (read token)',
    email: 'robot@example.com',
    role: 'viewer',
    isRobot: true,
    token: 'local-viewer-token-0000000000000000000000',
  },
]
