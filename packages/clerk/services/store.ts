import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, createStatementCache, generateRandomText, createTransactions } from '../../local-server/index.ts'
import { createNotFoundError } from './errors.ts'

const PREFIXES = {
  user: 'user',
  email: 'idn',
  client: 'client',
  session: 'sess',
  signIn: 'sia',
  signUp: 'sua',
  organization: 'org',
  membership: 'orgmem',
  invitation: 'orginv',
  totp: 'totp',
  backupCodes: 'bkc',
  verification: 'sver',
  signInToken: 'sit',
  event: 'evt',
  message: 'msg',
} as const

/** Creates an id in Clerk's format: prefix, underscore, 27 letters and digits (about 160 bits). */
export const createId = (kind: keyof typeof PREFIXES): string => `${PREFIXES[kind]}_${generateRandomText(27)}`

export function createRecord({ clock }: { clock: { now: () => number } }, kind: keyof typeof PREFIXES) {
  const now = clock.now()
  return { id: createId(kind), createdAt: now, updatedAt: now }
}

/** Times are in milliseconds since 1970 by the server's clock, unless noted. */
type Timestamps = { id: string; createdAt: number; updatedAt: number }

export type Metadata = Record<string, unknown>

/** Code sent by email. Only its keyed hash is stored. */
export type MailedCode = { hash: string; expiresAt: number; attempts: number }

export type Totp = Timestamps & {
  secret: string
  verified: boolean
  /** Last accepted 30-second step, so that each code works once. */
  lastStep: number
}

type BackupCodes = Timestamps & { hashes: string[] }

export type User = Timestamps & {
  firstName: string | null
  lastName: string | null
  externalId: string | null
  primaryEmailId: string | null
  passwordHash: string | null
  passwordUpdatedAt: number | null
  totp: Totp | null
  backupCodes: BackupCodes | null
  plan: string
  publicMetadata: Metadata
  privateMetadata: Metadata
  unsafeMetadata: Metadata
  failedAttempts: number
  lockedUntil: number | null
  banned: boolean
  lastSignInAt: number | null
  lastActiveAt: number | null
}

export type EmailAddress = Timestamps & {
  userId: string
  /** Stored in lower case. */
  address: string
  verified: boolean
  code: MailedCode | null
}

export type Organization = Timestamps & {
  name: string
  slug: string
  createdBy: string | null
  plan: string
  maxAllowedMemberships: number
  publicMetadata: Metadata
  privateMetadata: Metadata
}

export type Membership = Timestamps & {
  organizationId: string
  userId: string
  role: string
  publicMetadata: Metadata
  privateMetadata: Metadata
}

export type Invitation = Timestamps & {
  organizationId: string
  /** Stored in lower case. */
  emailAddress: string
  role: string
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  inviterId: string | null
  userId: string | null
  redirectUrl: string | null
  ticketHash: string
  expiresAt: number
  publicMetadata: Metadata
  privateMetadata: Metadata
}

export type Client = Timestamps & {
  /** Hash of the secret in the cookie. */
  secretHash: string
  /** Keyed hash of the development browser id, null with a live key. */
  devBrowser: string | null
  signInId: string | null
  signUpId: string | null
  lastActiveSessionId: string | null
  lastStrategy: string | null
  /** Real-time seconds since 1970 when a session last began or ended, 0 without sessions. */
  sessionsChangedAt: number
}

type SessionStatus = 'active' | 'ended' | 'removed' | 'replaced' | 'revoked'

export type FactorCheck = {
  status: 'unverified' | 'verified' | 'expired' | 'failed'
  strategy: string
  emailId: string | null
  code: MailedCode | null
}

export type VerificationLevel = 'first_factor' | 'second_factor' | 'multi_factor'

export type SessionVerification = {
  id: string
  level: VerificationLevel
  status: 'needs_first_factor' | 'needs_second_factor' | 'complete'
  firstFactor: FactorCheck | null
  secondFactor: FactorCheck | null
}

export type Activity = {
  browserName: string | null
  browserVersion: string | null
  deviceType: string | null
  isMobile: boolean
  ipAddress: string | null
}

export type Session = Timestamps & {
  clientId: string
  userId: string
  status: SessionStatus
  lastActiveOrganizationId: string | null
  lastActiveAt: number
  expireAt: number
  abandonAt: number
  firstFactorAt: number
  secondFactorAt: number | null
  verification: SessionVerification | null
  activity: Activity
}

type SignInStatus =
  | 'needs_identifier'
  | 'needs_first_factor'
  | 'needs_second_factor'
  | 'needs_new_password'
  | 'complete'

export type SignIn = Timestamps & {
  clientId: string
  status: SignInStatus
  identifier: string | null
  userId: string | null
  firstFactor: FactorCheck | null
  secondFactor: FactorCheck | null
  createdSessionId: string | null
}

export type SignUp = Timestamps & {
  clientId: string
  status: 'missing_requirements' | 'complete' | 'abandoned'
  emailAddress: string | null
  emailVerified: boolean
  emailCheck: FactorCheck | null
  passwordHash: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  unsafeMetadata: Metadata
  invitationId: string | null
  createdUserId: string | null
  createdSessionId: string | null
}

export type Nonce = { id: string; directives: string[]; expiresAt: number }

export type SignInToken = Timestamps & {
  userId: string
  secretHash: string
  status: 'pending' | 'accepted' | 'revoked'
  expiresAt: number
}

type Value = string | number | null

type Pagination = { limit: number; offset: number }

/** Opens a collection of records in creation order. Fields in `indexes` are searchable. */
function openCollection<T extends { id: string }, Field extends keyof T & string = never>(
  db: DatabaseSync,
  name: string,
  indexes: readonly Field[] = [],
) {
  const buildFieldSql = (field: Field) => `json_extract(json, '$.${field}')`
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${name} (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL)`,
  )
  for (const field of indexes)
    db.exec(`CREATE INDEX IF NOT EXISTS ${name}_by_${field} ON ${name} (${buildFieldSql(field)})`)

  const prepare = createStatementCache(db)
  const select = (rest: string, ...values: Value[]): T[] =>
    prepare(`SELECT json FROM ${name} ${rest}`)
      .all(...values)
      .map(({ json }) => JSON.parse(String(json)) as T)
  const get = (id: string): T | undefined => select('WHERE id = ?', id)[0]
  const queryNumber = (sql: string, ...values: Value[]): number => Number(prepare(sql).get(...values)?.n ?? 0)
  const count = (): number => queryNumber(`SELECT count(*) AS n FROM ${name}`)
  const remove = (id: string): void => void prepare(`DELETE FROM ${name} WHERE id = ?`).run(id)

  return {
    get,
    getOrThrow: (id: string, name: string): T => {
      const record = get(id)
      if (!record) throw createNotFoundError(name)
      return record
    },
    put: (record: T): T => {
      const upsert = `INSERT INTO ${name} (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json`
      prepare(upsert).run(record.id, JSON.stringify(record))
      return record
    },
    delete: remove,
    where: (field: Field, value: Value): T[] => select(`WHERE ${buildFieldSql(field)} IS ? ORDER BY seq`, value),
    first: (field: Field, value: Value): T | undefined =>
      select(`WHERE ${buildFieldSql(field)} IS ? ORDER BY seq LIMIT 1`, value)[0],
    countWhere: (field: Field, value: Value): number =>
      queryNumber(`SELECT count(*) AS n FROM ${name} WHERE ${buildFieldSql(field)} IS ?`, value),
    all: ({ limit, offset }: Pagination = { limit: -1, offset: 0 }): T[] =>
      select('ORDER BY seq LIMIT ? OFFSET ?', limit, offset),
    count,
    prune: (maxCount: number, shouldKeep: (record: T) => boolean = () => false): void => {
      const excess = count() - maxCount
      if (excess <= 0) return
      for (const record of select('ORDER BY seq LIMIT ?', excess)) if (!shouldKeep(record)) remove(record.id)
    },
  }
}

export type Store = ReturnType<typeof openStore>

/** Opens `<folder>/clerk.sqlite`. @throws if another server has it open */
export function openStore(folder: string) {
  const db = openDatabase(join(folder, 'clerk.sqlite'), '', { exclusive: `another server uses the folder ${folder}` })
  const { transaction, onCommit } = createTransactions(db)

  return {
    /** Database handle for additional tables in the same transactions. */
    db,
    transaction,
    onCommit,
    users: openCollection<User, 'externalId'>(db, 'users', ['externalId']),
    emails: openCollection<EmailAddress, 'userId' | 'address'>(db, 'emails', ['userId', 'address']),
    organizations: openCollection<Organization, 'slug'>(db, 'organizations', ['slug']),
    memberships: openCollection<Membership, 'organizationId' | 'userId'>(db, 'memberships', [
      'organizationId',
      'userId',
    ]),
    invitations: openCollection<Invitation, 'organizationId' | 'emailAddress' | 'ticketHash'>(db, 'invitations', [
      'organizationId',
      'emailAddress',
      'ticketHash',
    ]),
    clients: openCollection<Client, 'devBrowser'>(db, 'clients', ['devBrowser']),
    sessions: openCollection<Session, 'clientId' | 'userId'>(db, 'sessions', ['clientId', 'userId']),
    signIns: openCollection<SignIn>(db, 'sign_ins'),
    signUps: openCollection<SignUp>(db, 'sign_ups'),
    nonces: openCollection<Nonce>(db, 'nonces'),
    signInTokens: openCollection<SignInToken, 'secretHash' | 'userId'>(db, 'sign_in_tokens', ['secretHash', 'userId']),
    close: (): void => db.close(),
  }
}
